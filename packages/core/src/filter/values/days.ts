/** Returns the first millisecond of a calendar day; months count from 1, and days may exceed the month. */
export type DayStart = (year: number, month: number, day: number) => number;

/** Days in UTC, for a server that doesn't know the reader's time zone. */
export const utcDayStart: DayStart = (year, month, day) =>
  new Date(0).setUTCFullYear(year, month - 1, day);

/** Days in the time zone of this device. Where clocks skip midnight, the day starts after the gap. */
export const localDayStart: DayStart = (year, month, day) => {
  const start = new Date(2000, 0, 1);
  start.setFullYear(year, month - 1, day);
  return start.getTime();
};

/** A day: its start, and when a word like `today` means another one; null for a date. */
export interface ReadDay {
  readonly startMs: number;
  readonly untilMs: number | null;
}

const dayMs = 86_400_000;

/** Reads `2026-11-20`, `today` or `yesterday`; null if it is none of them. */
export function readDay(text: string, nowMs: number, dayStart: DayStart): ReadDay | null {
  const [, year, month, day] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []).map(Number);
  if (year !== undefined && month !== undefined && day !== undefined) {
    const date = new Date(utcDayStart(year, month, day));
    const isReal = year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
    return isReal ? { startMs: dayStart(year, month, day), untilMs: null } : null;
  }
  if (text !== "today" && text !== "yesterday") return null;
  // No zone is more than a day from UTC, so today starts on one of three dates.
  const date = new Date(nowMs + 2 * dayMs);
  const startAt = (daysBack: number): number =>
    dayStart(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate() - daysBack);
  let back = 0;
  while (startAt(back) > nowMs && back < 5) back += 1;
  return { startMs: startAt(text === "today" ? back : back + 1), untilMs: startAt(back - 1) };
}
