/** Day and time of day, as written. */
interface Written {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour?: number;
  readonly minute?: number;
  readonly second?: number;
  readonly milli?: number;
  /** Offset from UTC in minutes; null in this machine's zone. */
  readonly offset?: number | null;
}

/** Returns epoch ms, or null for a day or a time that doesn't exist. */
export function msOf(written: Written): number | null {
  const { year, month, day, hour = 0, minute = 0, second = 0, milli = 0, offset = null } = written;
  if (hour > 23 || minute > 59 || second > 59) return null;
  const utc = new Date(0);
  utc.setUTCFullYear(year, month - 1, day);
  if (utc.getUTCMonth() !== month - 1 || utc.getUTCDate() !== day) return null;
  if (offset !== null) {
    utc.setUTCHours(hour, minute, second, milli);
    return utc.getTime() - offset * 60_000;
  }
  const local = new Date(0);
  local.setFullYear(year, month - 1, day);
  local.setHours(hour, minute, second, milli);
  return local.getTime();
}

const monthNames = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const monthWord =
  "(?<word>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?";
const weekday = /^(?:mon|tue|wed|thu|fri|sat|sun)(?:s|nes|rs|ur)?(?:day)?\.?,?\s+/i;
const dayNumber = "(?<day>\\d{1,2})(?:st|nd|rd|th)?";

/** Returns the number of a month from its English name, from 1; 0 if it is none. */
export function monthOf(word: string): number {
  return monthNames.indexOf(word.slice(0, 3).toLowerCase()) + 1;
}

const time =
  "(?<hour>\\d{1,2}):(?<minute>\\d\\d)(?::(?<second>\\d\\d)(?:[.,](?<part>\\d{1,9}))?)?(?:\\s*(?<half>[ap])\\.?m\\.?)?";
/** Zone as an offset, a name of RFC 2822, or both; names in brackets after it are comments. */
const zone =
  "\\s*(?<zone>(?:Z|UTC?|GMT|[ECMP][SD]T)?(?:[+-]\\d\\d?(?::?\\d\\d)?)?)(?:\\s*(?:\\(.{1,60}\\)|\\[.{1,60}\\]))?";
const behind = `(?:(?:T|,?\\s+(?:at\\s+)?)${time}${zone})?$`;

const words = [
  `^${monthWord}\\s+${dayNumber},?\\s+(?<year>\\d{4})${behind}`,
  `^${dayNumber}[\\s.-]+${monthWord}[\\s,-]+(?<year>\\d{4})${behind}`,
  `^(?<year>\\d{4})\\s?[年년]\\s?(?<month>\\d{1,2})\\s?[月월]\\s?(?<day>\\d{1,2})\\s?[日일]${behind}`,
].map((pattern) => new RegExp(pattern, "i"));

const numbers = [
  `^(?<year>\\d{4})(?<sign>[-/.])(?<month>\\d{1,2})\\k<sign>(?<day>\\d{1,2})${behind}`,
  `^(?<year>(?:19|20|21)\\d\\d)(?<month>\\d\\d)(?<day>\\d\\d)(?:T?(?<hour>\\d\\d)(?<minute>\\d\\d)(?<second>\\d\\d)?${zone})?$`,
].map((pattern) => new RegExp(pattern, "i"));

/**
 * Parses a date with an optional time of day and zone, as front matter has it: ISO 8601 and its relatives,
 * RFC 2822, English months, Chinese, Japanese and Korean dates, and epoch times. Without a zone the time is in
 * this machine's. Returns epoch ms, or null for everything else, including invalid dates, and days and months
 * that could be swapped.
 */
export function readTime(text: string): number | null {
  const plain = text.trim();
  if (plain.length > 100) return null;
  return readNumbers(plain) ?? readEpoch(plain) ?? readDayInWords(plain);
}

/** Parses a date whose month is a word or has a sign of its own, so that it can't be another number. */
export function readDayInWords(text: string): number | null {
  return firstOf(words, text.trim().replace(weekday, ""));
}

function readNumbers(text: string): number | null {
  return firstOf(numbers, text) ?? dayFirst(text);
}

function firstOf(patterns: readonly RegExp[], text: string): number | null {
  for (const pattern of patterns) {
    const { groups } = pattern.exec(text) ?? {};
    if (groups === undefined) continue;
    const found = ofGroups(groups);
    if (found !== null) return found;
  }
  return null;
}

function ofGroups(groups: Readonly<Record<string, string | undefined>>): number | null {
  const of = (name: string): number => Number(groups[name] ?? "0");
  const word = groups["word"];
  const half = groups["half"]?.toLowerCase();
  const hour = of("hour");
  if (half !== undefined && (hour < 1 || hour > 12)) return null;
  const offset = offsetOf(groups["zone"] ?? "");
  return msOf({
    year: of("year"),
    month: word === undefined ? of("month") : monthOf(word),
    day: of("day"),
    hour: half === undefined ? hour : (hour % 12) + (half === "p" ? 12 : 0),
    minute: of("minute"),
    second: of("second"),
    milli: Number((groups["part"] ?? "").slice(0, 3).padEnd(3, "0")),
    offset,
  });
}

/** Offsets of the zones of RFC 2822, in hours. */
const zoneHours: Readonly<Record<string, number>> = {
  ...{ EST: -5, EDT: -4, CST: -6, CDT: -5, MST: -7, MDT: -6, PST: -8, PDT: -7 },
};

/** Returns the offset of a zone in minutes; null if there is none. */
function offsetOf(words: string): number | null {
  if (words === "") return null;
  const [, name = "", sign, hours = "0", minutes = "0"] =
    /^([a-z]*)(?:([+-])(\d\d?):?(\d\d)?)?$/i.exec(words) ?? [];
  const own = zoneHours[name.toUpperCase()] ?? 0;
  if (sign === undefined) return own * 60;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** Parses a day before its month, if the two can't be swapped: `25.12.2024`, `06/06/2024`. */
function dayFirst(text: string): number | null {
  const [, first = "", , second = "", year = "", rest = ""] =
    /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(.*)$/s.exec(text) ?? [];
  if (year === "") return null;
  const [one, two] = [Number(first), Number(second)];
  if (one <= 12 && two <= 12 && one !== two) return null;
  const [day, month] = one > 12 ? [first, second] : [second, first];
  return firstOf(numbers.slice(0, 1), `${year}-${month}-${day}${rest}`);
}

/** Parses seconds, milliseconds and microseconds since 1970; fewer digits could be any number. */
function readEpoch(text: string): number | null {
  if (/^\d{9,10}(?:\.\d{1,9})?$/.test(text)) return Math.trunc(Number(text) * 1000);
  if (/^\d{12,13}$/.test(text)) return Number(text);
  return /^\d{16}$/.test(text) ? Math.trunc(Number(text) / 1000) : null;
}
