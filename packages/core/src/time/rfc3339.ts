const nanosPerMilli = 1_000_000n;
const nanosPerSecond = 1_000_000_000n;
/** Year 1 to the end of year 9999, the range of protobuf's Timestamp. */
const minInstantNanos = -62_135_596_800n * nanosPerSecond;
const maxInstantNanos = 253_402_300_800n * nanosPerSecond - 1n;

/**
 * Parses an RFC 3339 time (https://www.rfc-editor.org/rfc/rfc3339#section-5.6) to epoch nanoseconds: capital
 * `T` and `Z`, seconds 00 to 59, up to nine fraction digits, an offset, years 1 to 9999. Returns null for
 * another format or a day that doesn't exist.
 */
export function parseInstant(text: string): bigint | null {
  const match =
    /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:Z|([+-])(\d\d):(\d\d))$/.exec(
      text,
    );
  if (match === null) return null;
  const field = (index: number): number => Number(match[index] ?? "0");
  const [year, month, day] = [field(1), field(2), field(3)];
  const [hour, minute, second] = [field(4), field(5), field(6)];
  const [offsetHour, offsetMinute] = [field(9), field(10)];
  if (hour > 23 || minute > 59 || second > 59 || offsetHour > 23 || offsetMinute > 59) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  date.setUTCHours(hour, minute, second);
  const sign = match[8] === "-" ? -1 : 1;
  const offsetMs = sign * (offsetHour * 60 + offsetMinute) * 60_000;
  const fraction = BigInt((match[7] ?? "").padEnd(9, "0"));
  const nanos = BigInt(date.getTime() - offsetMs) * nanosPerMilli + fraction;
  return isInstant(nanos) ? nanos : null;
}

/** Returns true if epoch nanoseconds are in years 1 to 9999. */
export function isInstant(nanos: bigint): boolean {
  return nanos >= minInstantNanos && nanos <= maxInstantNanos;
}

/** Converts nanoseconds to whole milliseconds, rounding down even before 1970. */
export function floorToMs(nanos: bigint): number {
  const quotient = nanos / nanosPerMilli;
  return Number(nanos % nanosPerMilli < 0n ? quotient - 1n : quotient);
}
