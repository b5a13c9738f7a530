import { msOf, readDayInWords } from "../../text/times.ts";

/** Day in the name of a note. */
export interface NamedDay {
  /** The day, at its time if the name has one, in epoch ms in this machine's zone. */
  readonly ms: number;
  /** Rest of the name, to be its title; "" if the name is only the day. */
  readonly title: string;
}

const beginning =
  /^(?<year>\d{4})(?<sign>[-_. ])(?<month>\d{1,2})\k<sign>(?<day>\d{1,2})(?!\d)(?<rest>.*)$/s;
const compact =
  /^(?<year>(?:19|20|21)\d\d)(?<month>\d\d)(?<day>\d\d)(?<rest>(?:$|(?:\d{4}|\d{6})(?!\d)|\D).*)$/s;
const inSigns =
  /^(?<year>\d{4})\s?[年년]\s?(?<month>\d{1,2})\s?[月월]\s?(?<day>\d{1,2})\s?[日일](?<rest>.*)$/s;

/** Name of a weekday, short or long, in Latin or CJK letters, alone behind a day. */
const weekday =
  /^[-_., ]*\(?(?:(?:mon|tue|wed|thu|fri|sat|sun)(?:s|nes|rs|ur)?(?:day)?|星期[一二三四五六日天]|周[一二三四五六日]|[月火水木金土日월화수목금토일](?:曜日|요일)?)\.?\)?(?=[-_., T]|$)/i;

/** Time of day that is the rest of a name: `14.30`, `14-30-05`, `T1430Z`, `2.30 PM`. */
const clock = [
  /^(?:T|[-_., ]+(?:at )?)(?<hour>\d\d)[-_.:h ](?<minute>\d\d)(?:[-_.:m ](?<second>\d\d)s?)?(?<utc>Z?)$/i,
  /^T(?<hour>\d\d)(?<minute>\d\d)(?<second>\d\d)?(?<utc>Z?)$/i,
  /^[-_., ]+(?:at )?(?<hour>\d{1,2})(?:[-_.: ](?<minute>\d\d))?(?:[-_.: ](?<second>\d\d))?[ \u202f]?(?<half>[ap])\.?m\.?$/i,
];
/** Digits behind a day without signs: `202405061430`, `20240506 1430`. */
const digits = /^[-_T ]?(?<hour>\d\d)(?<minute>\d\d)(?<second>\d\d)?$/;
const gluedDigits = /^(?<hour>\d\d)(?<minute>\d\d)(?<second>\d\d)?(?!\d)/;
/** Time of day before a title, which also keeps it, in case it means something else. */
const clockBefore = /^(?:T|[-_., ]+)(?<hour>\d\d)[.:h]?(?<minute>\d\d)(?!\d)/i;

/**
 * Returns the day with which a name begins, or that is all of it in words; null if there is none. A day and
 * a month in front of the year could be swapped, so such a name stays a title.
 */
export function dayInName(name: string): NamedDay | null {
  const stem = name.normalize("NFC").trim();
  const signed = beginning.exec(stem) ?? inSigns.exec(stem);
  const { groups } = signed ?? compact.exec(stem) ?? {};
  if (groups === undefined) {
    const words = readDayInWords(stem);
    // In words a day is a good title.
    return words === null ? null : { ms: words, title: stem };
  }
  const day = {
    year: Number(groups["year"]),
    month: Number(groups["month"]),
    day: Number(groups["day"]),
  };
  const midnight = msOf(day);
  if (midnight === null) return null;
  const rest = groups["rest"] ?? "";
  const last = rest.replace(weekday, "").trimEnd();
  if (last === "") return { ms: midnight, title: "" };
  const at = (pattern: RegExp, text: string): number | null => {
    const time = timeOf(pattern.exec(text)?.groups);
    return time === null ? null : msOf({ ...day, ...time });
  };
  const whole = signed === null ? [...clock, digits] : clock;
  for (const pattern of whole) {
    const ms = at(pattern, last);
    if (ms !== null) return { ms, title: "" };
  }
  const glued = signed === null ? at(gluedDigits, rest) : null;
  const title = glued === null ? rest : rest.replace(gluedDigits, "");
  return { ms: glued ?? at(clockBefore, rest) ?? midnight, title: title.replace(/^[-_., ]+/, "") };
}

function timeOf(groups: Readonly<Record<string, string | undefined>> | undefined) {
  if (groups === undefined) return null;
  const of = (name: string): number => Number(groups[name] ?? "0");
  const half = groups["half"]?.toLowerCase();
  const hour = of("hour");
  if (half !== undefined && (hour < 1 || hour > 12)) return null;
  return {
    hour: half === undefined ? hour : (hour % 12) + (half === "p" ? 12 : 0),
    minute: of("minute"),
    second: of("second"),
    offset: groups["utc"] ? 0 : null,
  };
}
