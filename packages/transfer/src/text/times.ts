const written =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:(?:[Tt]|[ \t]+)(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?[ \t]*(?:(Z|z|UTC|GMT)|([+-])(\d\d):?(\d\d))?)?$/;

/**
 * Parses a date with an optional time of day and zone; without a zone, in this machine's zone. Returns epoch
 * ms, or null for everything else, including invalid dates.
 */
export function readTime(text: string): number | null {
  const match = written.exec(text.trim());
  if (match === null) return null;
  const field = (index: number): number => Number(match[index] ?? "0");
  const [year, month, day] = [field(1), field(2), field(3)];
  const [hour, minute, second] = [field(4), field(5), field(6)];
  const milli = Number((match[7] ?? "").slice(0, 3).padEnd(3, "0"));
  if (hour > 23 || minute > 59 || second > 59) return null;
  const utc = new Date(0);
  utc.setUTCFullYear(year, month - 1, day);
  if (utc.getUTCMonth() !== month - 1 || utc.getUTCDate() !== day) return null;
  const hasZone = match[8] !== undefined || match[9] !== undefined;
  if (!hasZone) {
    const local = new Date(0);
    local.setFullYear(year, month - 1, day);
    local.setHours(hour, minute, second, milli);
    return local.getTime();
  }
  utc.setUTCHours(hour, minute, second, milli);
  const offset = (match[9] === "-" ? -1 : 1) * (field(10) * 60 + field(11)) * 60_000;
  return utc.getTime() - offset;
}
