import { writtenAs } from "../language/language.ts";
import { dateFormat } from "./date-format.ts";
import { dayKey, dayLabel, timeLabel } from "./day-label.ts";

/** Formats a date: "Today 11:40", "12 Nov", "9 Oct 2025". */
export function shortDate(ms: number, nowMs: number): string {
  if (dayKey(ms) === dayKey(nowMs)) return `${dayLabel(ms, nowMs)} ${timeLabel(ms)}`;
  const date = new Date(ms);
  const isThisYear = date.getFullYear() === new Date(nowMs).getFullYear();
  return dateFormat(writtenAs(), {
    day: "numeric",
    month: "short",
    ...(isThisYear ? {} : { year: "numeric" }),
  }).format(date);
}
