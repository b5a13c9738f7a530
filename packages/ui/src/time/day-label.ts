import { writtenAs } from "../language/language.ts";
import { dateFormat } from "./date-format.ts";
import { timeStrings } from "./strings.ts";

/** Returns the local calendar day of a moment, sortable: `2026-11-18`. */
export function dayKey(ms: number): string {
  const date = new Date(ms);
  const month = String(date.getMonth() + 1).padStart(2, "0");
  return `${date.getFullYear()}-${month}-${String(date.getDate()).padStart(2, "0")}`;
}

/** Returns "Today", "Yesterday" or "Tue 18 Nov", with the year if it isn't the current one. */
export function dayLabel(ms: number, nowMs: number, locale = writtenAs()): string {
  const near = nearDay(ms, nowMs);
  if (near !== null) return near;
  const date = new Date(ms);
  const isThisYear = date.getFullYear() === new Date(nowMs).getFullYear();
  return dateFormat(locale, {
    weekday: "short",
    day: "numeric",
    month: "short",
    ...(isThisYear ? {} : { year: "numeric" }),
  })
    .format(date)
    .replaceAll(",", "");
}

/** Returns the label for use inside a sentence. */
export function dayInside(ms: number, nowMs: number, locale = writtenAs()): string {
  const words = { today: timeStrings.todayInside, yesterday: timeStrings.yesterdayInside };
  return nearDay(ms, nowMs, words) ?? dayLabel(ms, nowMs, locale);
}

function nearDay(
  ms: number,
  nowMs: number,
  words: { readonly today: string; readonly yesterday: string } = timeStrings,
): string | null {
  const key = dayKey(ms);
  if (key === dayKey(nowMs)) return words.today;
  const yesterday = new Date(nowMs);
  yesterday.setDate(yesterday.getDate() - 1);
  return key === dayKey(yesterday.getTime()) ? words.yesterday : null;
}

export interface DayParts {
  /** Short name: "Today", "Yesterday", "Friday". */
  readonly name: string;
  /**
   * Date: "Sunday 22 November", without the weekday if that is `name`, with the year if it isn't the current
   * one.
   */
  readonly date: string;
}

/** Returns the heading of a day. */
export function dayParts(ms: number, nowMs: number, locale = writtenAs()): DayParts {
  const near = nearDay(ms, nowMs);
  const date = new Date(ms);
  const isThisYear = date.getFullYear() === new Date(nowMs).getFullYear();
  const format = (options: Intl.DateTimeFormatOptions): string =>
    dateFormat(locale, options).format(date);
  return {
    name: near ?? format({ weekday: "long" }),
    date: format({
      day: "numeric",
      month: "long",
      ...(near === null ? {} : { weekday: "long" }),
      ...(isThisYear ? {} : { year: "numeric" }),
    }),
  };
}

/** Returns the time of day in the locale's short form. */
export function timeLabel(ms: number, locale = writtenAs()): string {
  return dateFormat(locale, { timeStyle: "short" }).format(ms);
}

/** Returns the full day and time, for tooltips. */
export function momentLabel(ms: number, locale = writtenAs()): string {
  return dateFormat(locale, { dateStyle: "full", timeStyle: "short" }).format(ms);
}

/** Returns day and time in a short form, for narrow places. */
export function shortMomentLabel(ms: number, locale = writtenAs()): string {
  return dateFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(ms);
}
