import { writtenAs } from "../language/language.ts";
import { dateFormat } from "./date-format.ts";
import { timeStrings } from "./strings.ts";

/** The local calendar day of a moment, sortable: `2026-11-18`. */
export function dayKey(ms: number): string {
  const date = new Date(ms);
  const month = String(date.getMonth() + 1).padStart(2, "0");
  return `${date.getFullYear()}-${month}-${String(date.getDate()).padStart(2, "0")}`;
}

/** "Today", "Yesterday", "Tue 18 Nov", and the year where it is not this one. */
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

/** The same in the midst of a sentence. */
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
  /** "Today", "Yesterday", "Friday". */
  readonly name: string;
  /** "Sunday 22 November", without the weekday where `name` is it, with the year if not this one. */
  readonly date: string;
}

/** What stands over the memos of a day. */
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

/** The time of day, as short as the locale writes it. */
export function timeLabel(ms: number, locale = writtenAs()): string {
  return dateFormat(locale, { timeStyle: "short" }).format(ms);
}

/** Day and time in full, for tooltips. */
export function momentLabel(ms: number, locale = writtenAs()): string {
  return dateFormat(locale, { dateStyle: "full", timeStyle: "short" }).format(ms);
}

/** Day and time on one line of a narrow place. */
export function shortMomentLabel(ms: number, locale = writtenAs()): string {
  return dateFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(ms);
}
