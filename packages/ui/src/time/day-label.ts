import { timeStrings } from "./strings.ts";

/** The local calendar day of a moment, sortable: `2026-11-18`. */
export function dayKey(ms: number): string {
  const date = new Date(ms);
  const month = String(date.getMonth() + 1).padStart(2, "0");
  return `${date.getFullYear()}-${month}-${String(date.getDate()).padStart(2, "0")}`;
}

/** "Today", "Yesterday", "Tue 18 Nov", and the year where it is not this one. */
export function dayLabel(ms: number, nowMs: number, locale?: string): string {
  const key = dayKey(ms);
  if (key === dayKey(nowMs)) return timeStrings.today;
  const yesterday = new Date(nowMs);
  yesterday.setDate(yesterday.getDate() - 1);
  if (key === dayKey(yesterday.getTime())) return timeStrings.yesterday;
  const date = new Date(ms);
  const isThisYear = date.getFullYear() === new Date(nowMs).getFullYear();
  return new Intl.DateTimeFormat(locale, {
    weekday: "short",
    day: "numeric",
    month: "short",
    ...(isThisYear ? {} : { year: "numeric" }),
  })
    .format(date)
    .replaceAll(",", "");
}

/** The time of day, as short as the locale writes it. */
export function timeLabel(ms: number, locale?: string): string {
  return new Intl.DateTimeFormat(locale, { timeStyle: "short" }).format(ms);
}

/** Day and time in full, for tooltips. */
export function momentLabel(ms: number, locale?: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "short" }).format(ms);
}
