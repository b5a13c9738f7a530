import { dayKey } from "../time/day-label.ts";

/** For how long a new link opens its memo: some days, without end, or until the end of a day. */
export const lifetimes = ["day", "week", "month", "never", "date"] as const;
export type Lifetime = (typeof lifetimes)[number];

const dayMs = 86_400_000;
const days = { day: 1, week: 7, month: 30 } as const;

/** When such a link ends, epoch ms: null never, undefined where the day is none that is to come. */
export function endOf(lifetime: Lifetime, date: string, nowMs: number): number | null | undefined {
  if (lifetime === "never") return null;
  if (lifetime !== "date") return nowMs + days[lifetime] * dayMs;
  const [, year, month, day] = /^(\d{4,6})-(\d\d)-(\d\d)$/.exec(date) ?? [];
  if (year === undefined) return undefined;
  // The day itself is still the reader's: it ends with the midnight after.
  const endMs = new Date(Number(year), Number(month) - 1, Number(day) + 1).getTime();
  return Number.isFinite(endMs) && endMs > nowMs ? endMs : undefined;
}

/** The first day that can be chosen, and the one that is offered: a week from now. */
export function daysToChoose(nowMs: number): { readonly first: string; readonly offered: string } {
  return { first: dayKey(nowMs), offered: dayKey(nowMs + 7 * dayMs) };
}
