import { dayKey } from "../time/day-label.ts";

/** Month of the local calendar; `month` from 0. */
export interface Month {
  readonly year: number;
  readonly month: number;
}

export function monthOf(ms: number): Month {
  const date = new Date(ms);
  return { year: date.getFullYear(), month: date.getMonth() };
}

export function monthsLater({ year, month }: Month, months: number): Month {
  return monthOf(new Date(year, month + months, 1).getTime());
}

export interface MonthDay {
  /** `2026-11-22`. */
  readonly key: string;
  /** Day of the month, from 1. */
  readonly date: number;
  /** Start of the day in the local time zone, epoch milliseconds. */
  readonly startMs: number;
}

/**
 * Returns the weeks of a month as seven slots; null for days of other months. `firstDay` is the first weekday
 * of a week: 1 Monday to 7 Sunday.
 */
export function weeksOf({ year, month }: Month, firstDay: number): readonly (MonthDay | null)[][] {
  const places: (MonthDay | null)[] = [];
  const weekday = new Date(year, month, 1).getDay() || 7;
  for (let before = (weekday - firstDay + 7) % 7; before > 0; before -= 1) places.push(null);
  const length = new Date(year, month + 1, 0).getDate();
  for (let date = 1; date <= length; date += 1) {
    const start = new Date(year, month, date);
    places.push({ key: dayKey(start.getTime()), date, startMs: start.getTime() });
  }
  while (places.length % 7 !== 0) places.push(null);
  return Array.from({ length: places.length / 7 }, (_, week) =>
    places.slice(week * 7, week * 7 + 7),
  );
}

/** Returns the first weekday of a week in a locale: 1 Monday to 7 Sunday. */
export function firstDayOfWeek(locale: string): number {
  const { language, region } = new Intl.Locale(locale).maximize();
  const known: unknown = weekInfoOf(new Intl.Locale(locale));
  if (typeof known === "number") return known;
  return language === "en" && region === "US" ? 7 : 1;
}

/** Returns the locale's first weekday; some engines lack it, and some have it as a property. */
function weekInfoOf(locale: Intl.Locale): unknown {
  const given: unknown =
    "getWeekInfo" in locale && typeof locale.getWeekInfo === "function"
      ? locale.getWeekInfo()
      : Reflect.get(locale, "weekInfo");
  return typeof given === "object" && given !== null ? Reflect.get(given, "firstDay") : undefined;
}

/** Span of days that all start at the same UTC offset. */
export interface ClockSpan {
  readonly fromMs: number;
  readonly toMs: number;
  readonly offsetMs: number;
}

/** Returns the spans of a month: two if the clocks change in it. */
export function clockSpans({ year, month }: Month): ClockSpan[] {
  return clockSpansOf(new Date(year, month, 1), new Date(year, month + 1, 1));
}

/** Returns the spans from one midnight to another. */
export function clockSpansOf(from: Date, end: Date): ClockSpan[] {
  const spans: { fromMs: number; toMs: number; offsetMs: number }[] = [];
  for (let start = from; start < end;) {
    const next = new Date(start.getFullYear(), start.getMonth(), start.getDate() + 1);
    const offsetMs = -start.getTimezoneOffset() * 60_000;
    const last = spans.at(-1);
    if (last?.offsetMs === offsetMs) last.toMs = next.getTime();
    else spans.push({ fromMs: start.getTime(), toMs: next.getTime(), offsetMs });
    start = next;
  }
  return spans;
}

const dayMs = 86_400_000;

/**
 * Returns the key of a day, given as days since 1970-01-01 by the span's offset. If clocks are put back on
 * the span's last day, its extra hour still belongs to that day.
 */
export function countedDay(day: number, { toMs }: ClockSpan): string {
  const key = new Date(day * dayMs).toISOString().slice(0, 10);
  const last = dayKey(toMs - 1);
  return key < last ? key : last;
}

/** Returns the level of a tide mark, from 0 for none to 4. */
export function tideOf(count: number): 0 | 1 | 2 | 3 | 4 {
  if (count === 0) return 0;
  if (count < 3) return 1;
  if (count < 6) return 2;
  return count < 12 ? 3 : 4;
}
