import { writtenAs } from "../language/language.ts";

const minuteMs = 60_000;
const steps = [
  ["day", 24 * 60 * minuteMs],
  ["hour", 60 * minuteMs],
  ["minute", minuteMs],
] as const;

/** Returns `ago` for use inside a sentence, at least one minute: "Showing what was here 1 min. ago". */
export function agoInside(ms: number, nowMs: number, locale = writtenAs()): string {
  return ago(Math.min(ms, nowMs - minuteMs), nowMs, locale);
}

/** Returns how long ago a moment was, in whole minutes, hours or days: "5 min. ago", "yesterday". */
export function ago(ms: number, nowMs: number, locale = writtenAs()): string {
  const passedMs = Math.max(0, nowMs - ms);
  const format = new Intl.RelativeTimeFormat(locale, { numeric: "auto", style: "short" });
  for (const [unit, unitMs] of steps) {
    if (passedMs >= unitMs) return format.format(-Math.floor(passedMs / unitMs), unit);
  }
  return format.format(0, "second");
}
