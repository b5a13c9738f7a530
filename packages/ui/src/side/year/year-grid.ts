import { dayKey } from "../../time/day-label.ts";
import type { MonthDay } from "../month-grid.ts";

/**
 * Returns the weeks of a year as seven slots; null for days of other years. There are 53 of them, or 54 in a
 * leap year that starts on the last day of a week.
 */
export function weeksOfYear(year: number, firstDay: number): readonly (MonthDay | null)[][] {
  const places: (MonthDay | null)[] = [];
  const weekday = new Date(year, 0, 1).getDay() || 7;
  for (let before = (weekday - firstDay + 7) % 7; before > 0; before -= 1) places.push(null);
  for (let date = new Date(year, 0, 1); date.getFullYear() === year; date = dayAfter(date, 1)) {
    places.push({ key: dayKey(date.getTime()), date: date.getDate(), startMs: date.getTime() });
  }
  while (places.length % 7 !== 0) places.push(null);
  return Array.from({ length: places.length / 7 }, (_, week) =>
    places.slice(week * 7, week * 7 + 7),
  );
}

/** Adds calendar days: a day has 23 or 25 hours where clocks change. */
function dayAfter(date: Date, days: number): Date {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);
}

/** Month heading over the weeks that start in it; together they cover all weeks. */
export interface MonthSpan {
  /** Month, from 0. */
  readonly month: number;
  readonly weeks: number;
}

export function monthSpans(weeks: readonly (readonly (MonthDay | null)[])[]): MonthSpan[] {
  const spans: { month: number; weeks: number }[] = [];
  for (const week of weeks) {
    const day = week.find((each) => each !== null);
    if (day === undefined || day === null) continue;
    const month = new Date(day.startMs).getMonth();
    const last = spans.at(-1);
    if (last?.month === month) last.weeks += 1;
    else spans.push({ month, weeks: 1 });
  }
  return spans;
}

/** Layout of the year, which decides where keys move. */
export interface YearLayout {
  readonly weeksAre: "columns" | "rows";
  /** 1 Monday to 7 Sunday. */
  readonly firstDay: number;
  readonly isRtl: boolean;
}

/** Returns the start of the day that a key moves to; null for other keys. */
export function dayByKey(key: string, fromMs: number, layout: YearLayout): number | null {
  const from = new Date(fromMs);
  const ahead = layout.isRtl ? -1 : 1;
  const [along, across] = layout.weeksAre === "columns" ? [1, 7] : [7, 1];
  const inWeek = ((from.getDay() || 7) - layout.firstDay + 7) % 7;
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: along,
    ArrowUp: -along,
    ArrowRight: across * ahead,
    ArrowLeft: -across * ahead,
    Home: -inWeek,
    End: 6 - inWeek,
  };
  const step = steps[key];
  if (step !== undefined) return dayAfter(from, step).getTime();
  if (key === "PageUp") return monthAfter(from, -1);
  if (key === "PageDown") return monthAfter(from, 1);
  return null;
}

/** Returns the same date in another month, or its last day if it is shorter. */
function monthAfter(from: Date, months: number): number {
  const last = new Date(from.getFullYear(), from.getMonth() + months + 1, 0);
  const date = Math.min(from.getDate(), last.getDate());
  return new Date(last.getFullYear(), last.getMonth(), date).getTime();
}
