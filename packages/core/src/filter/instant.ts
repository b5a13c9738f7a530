const nanosPerMilli = 1_000_000n;
const nanosPerSecond = 1_000_000_000n;
/** Year 1 to the end of year 9999, as protobuf's Timestamp has it. */
const minInstantNanos = -62_135_596_800n * nanosPerSecond;
const maxInstantNanos = 253_402_300_800n * nanosPerSecond - 1n;
/** About 10,000 years, as protobuf's Duration has it. */
const maxDurationNanos = 315_576_000_000n * nanosPerSecond;

/** Parses RFC 3339 with an offset and up to nine fraction digits to epoch nanoseconds; null when it is not that. */
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

/** Epoch seconds to nanoseconds; null outside years 1 to 9999. */
export function secondsToInstant(seconds: bigint): bigint | null {
  const nanos = seconds * nanosPerSecond;
  return isInstant(nanos) ? nanos : null;
}

/** Whether epoch nanoseconds lie in years 1 to 9999. */
export function isInstant(nanos: bigint): boolean {
  return nanos >= minInstantNanos && nanos <= maxInstantNanos;
}

/** Whether a span is one that CEL can hold. */
export function isDuration(nanos: bigint): boolean {
  return nanos >= -maxDurationNanos && nanos <= maxDurationNanos;
}

/**
 * Parses a duration such as `1h30m`, `-1.5h`, `90s`, `1us` to nanoseconds; null when it is not one
 * or does not fit. Grammar of Go's `time.ParseDuration`, which CEL refers to: there are no days.
 */
export function parseDuration(text: string): bigint | null {
  const sign = text.startsWith("-") ? -1n : 1n;
  const body = /^[+-]/.test(text) ? text.slice(1) : text;
  if (body === "0") return 0n;
  if (body === "" || body.length > 128) return null;
  const part = /(?:(\d+)(?:\.(\d*))?|\.(\d+))(ns|us|µs|μs|ms|s|m|h)/y;
  let nanos = 0n;
  while (part.lastIndex < body.length) {
    const match = part.exec(body);
    if (match === null) return null;
    const unit = nanosByUnit[match[4] ?? ""] ?? 0n;
    const fraction = match[2] ?? match[3] ?? "";
    nanos += BigInt(match[1] ?? "0") * unit;
    nanos += (BigInt(`0${fraction}`) * unit) / 10n ** BigInt(fraction.length);
  }
  return isDuration(nanos) ? sign * nanos : null;
}

const nanosByUnit: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1000n,
  µs: 1000n,
  μs: 1000n,
  ms: nanosPerMilli,
  s: nanosPerSecond,
  m: 60n * nanosPerSecond,
  h: 3600n * nanosPerSecond,
};

/** Nanoseconds to whole milliseconds, rounded down also before 1970. */
export function floorToMs(nanos: bigint): number {
  const quotient = nanos / nanosPerMilli;
  return Number(nanos % nanosPerMilli < 0n ? quotient - 1n : quotient);
}

/** Whether nanoseconds are whole milliseconds. */
export function isWholeMs(nanos: bigint): boolean {
  return nanos % nanosPerMilli === 0n;
}
