import { monthOf, msOf } from "../../text/times.ts";

/** Parser of a day that is written in a program's format: epoch ms at local midnight, or null. */
export type DayFormat = (text: string) => number | null;

const monthWords = "(?<month>\\p{L}{3,12}\\.?)";
const weekdayWords = "\\p{L}{2,20}\\.?";

/** Patterns of the fields of Moment's formats, which Obsidian uses; the longest first. */
const moment: readonly (readonly [string, string])[] = [
  ["YYYY", "(?<year>\\d{4})"],
  ["GGGG", "\\d{4}"],
  ["gggg", "\\d{4}"],
  ["YY", "(?<short>\\d\\d)"],
  ["MMMM", monthWords],
  ["MMM", monthWords],
  ["MM", "(?<month>\\d\\d)"],
  ["Mo", "(?<month>\\d{1,2})(?:st|nd|rd|th)?"],
  ["M", "(?<month>\\d{1,2})"],
  ["DDDD", "\\d{3}"],
  ["DDD", "\\d{1,3}"],
  ["DD", "(?<day>\\d\\d)"],
  ["Do", "(?<day>\\d{1,2})(?:st|nd|rd|th|\\.)?"],
  ["D", "(?<day>\\d{1,2})"],
  ["dddd", weekdayWords],
  ["ddd", weekdayWords],
  ["dd", weekdayWords],
  ["d", "\\d"],
  ["E", "\\d"],
  ["e", "\\d"],
  ["Wo", "\\d{1,2}(?:st|nd|rd|th)?"],
  ["WW", "\\d\\d"],
  ["W", "\\d{1,2}"],
  ["wo", "\\d{1,2}(?:st|nd|rd|th)?"],
  ["ww", "\\d\\d"],
  ["w", "\\d{1,2}"],
  ["Qo", "\\d(?:st|nd|rd|th)?"],
  ["Q", "\\d"],
  ["HH", "(?<hour>\\d\\d)"],
  ["H", "(?<hour>\\d{1,2})"],
  ["mm", "(?<minute>\\d\\d)"],
  ["ss", "(?<second>\\d\\d)"],
];

/** Patterns of the fields of Java's formats, which Logseq uses. */
const java: readonly (readonly [string, string])[] = [
  ["yyyy", "(?<year>\\d{4})"],
  ["yy", "(?<short>\\d\\d)"],
  ["MMMM", monthWords],
  ["MMM", monthWords],
  ["MM", "(?<month>\\d\\d)"],
  ["M", "(?<month>\\d{1,2})"],
  ["do", "(?<day>\\d{1,2})(?:st|nd|rd|th)?"],
  ["dd", "(?<day>\\d\\d)"],
  ["d", "(?<day>\\d{1,2})"],
  ["EEEE", weekdayWords],
  ["EEE", weekdayWords],
  ["EE", weekdayWords],
  ["E", weekdayWords],
];

const maxFormat = 100;

/**
 * Returns a parser for a format, or null if the format doesn't name a year, a month and a day, each once.
 * Text in brackets or quotes is literal.
 */
export function dayFormat(format: string, style: "moment" | "java"): DayFormat | null {
  if (format.length > maxFormat) return null;
  const fields = style === "moment" ? moment : java;
  const literal = style === "moment" ? /^\[([^\]]*)\]/ : /^'([^']*)'/;
  let pattern = "";
  const names: string[] = [];
  for (let at = 0; at < format.length;) {
    const rest = format.slice(at);
    const quoted = literal.exec(rest);
    const field = fields.find(([letters]) => rest.startsWith(letters));
    if (quoted !== null) {
      pattern += escaped(quoted[1] ?? "");
      at += quoted[0].length;
    } else if (field === undefined) {
      pattern += escaped(rest[0]!);
      at += 1;
    } else {
      const [letters, source] = field;
      const [, name] = /^\(\?<(\w+)>/.exec(source) ?? [];
      // A repeated field, as in YYYY/MM/YYYY-MM-DD, is read once.
      const isRepeated = name !== undefined && names.includes(name);
      pattern += isRepeated ? source.replace(/^\(\?<\w+>/, "(?:") : source;
      if (name !== undefined) names.push(name);
      at += letters.length;
    }
  }
  const hasYear = names.includes("year") || names.includes("short");
  if (!hasYear || !names.includes("month") || !names.includes("day")) return null;
  const whole = new RegExp(`^${pattern}$`, "iu");
  return (text) => ofGroups(whole.exec(text.normalize("NFC"))?.groups);
}

function ofGroups(groups: Readonly<Record<string, string | undefined>> | undefined): number | null {
  if (groups === undefined) return null;
  const of = (name: string): number => Number(groups[name] ?? "0");
  const month = groups["month"] ?? "";
  return msOf({
    year: groups["year"] === undefined ? 2000 + of("short") : of("year"),
    month: /^\d/.test(month) ? Number(month) : monthInWords(month),
    day: of("day"),
    hour: of("hour"),
    minute: of("minute"),
    second: of("second"),
  });
}

/** Languages in which the months of daily notes are recognised, besides English. */
const languages = ["de", "fr", "es", "it", "pt", "nl", "sv", "da", "nb", "pl", "ru", "uk", "tr"];
let months: ReadonlyMap<string, number> | null = null;

/** Returns the number of a month from its name, long or short; 0 if it is none, or two in two languages. */
function monthInWords(word: string): number {
  const plain = word.toLowerCase().replace(/\.$/, "");
  months ??= monthTable();
  return monthOf(plain) || (months.get(plain) ?? 0);
}

function monthTable(): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const language of languages) {
    for (const style of ["long", "short"] as const) {
      for (const form of [{ month: style }, { month: style, day: "numeric" }] as const) {
        const format = new Intl.DateTimeFormat(language, { ...form, timeZone: "UTC" });
        for (let month = 1; month <= 12; month += 1) {
          const parts = format.formatToParts(Date.UTC(2024, month - 1, 15));
          const name = parts.find(({ type }) => type === "month")?.value ?? "";
          const plain = name.toLowerCase().replace(/\.$/, "");
          const before = found.get(plain);
          found.set(plain, before === undefined || before === month ? month : 0);
        }
      }
    }
  }
  return found;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
