import { dayKey } from "../time/day-label.ts";

/** Lifetimes of a new link: a number of days, unlimited, or until the end of a date. */
export const lifetimes = ["day", "week", "month", "never", "date"] as const;
export type Lifetime = (typeof lifetimes)[number];

const dayMs = 86_400_000;
const days = { day: 1, week: 7, month: 30 } as const;

/** Returns the expiry in epoch milliseconds: null for never, undefined for an invalid or past date. */
export function endOf(lifetime: Lifetime, date: string, nowMs: number): number | null | undefined {
  if (lifetime === "never") return null;
  if (lifetime !== "date") return nowMs + days[lifetime] * dayMs;
  const [, year, month, day] = /^(\d{4,6})-(\d\d)-(\d\d)$/.exec(date) ?? [];
  if (year === undefined) return undefined;
  // Valid through the chosen local day: expires at the following midnight.
  const endMs = new Date(Number(year), Number(month) - 1, Number(day) + 1).getTime();
  return Number.isFinite(endMs) && endMs > nowMs ? endMs : undefined;
}

/** Returns the earliest selectable date, and the default: a week from now. */
export function daysToChoose(nowMs: number): { readonly first: string; readonly offered: string } {
  return { first: dayKey(nowMs), offered: dayKey(nowMs + 7 * dayMs) };
}
