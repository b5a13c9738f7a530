import { isInstant } from "../../time/rfc3339.ts";

const nanosPerMilli = 1_000_000n;
const nanosPerSecond = 1_000_000_000n;
/** Maximum of protobuf's Duration, about 10,000 years. */
const maxDurationNanos = 315_576_000_000n * nanosPerSecond;

/** Converts epoch seconds to nanoseconds; null outside years 1 to 9999. */
export function secondsToInstant(seconds: bigint): bigint | null {
  const nanos = seconds * nanosPerSecond;
  return isInstant(nanos) ? nanos : null;
}

/** Returns true if a span fits in a CEL duration. */
export function isDuration(nanos: bigint): boolean {
  return nanos >= -maxDurationNanos && nanos <= maxDurationNanos;
}

/**
 * Parses a duration such as `1h30m`, `-1.5h`, `90s`, `1us` to nanoseconds. Returns null if it isn't one or is
 * out of range. Grammar of Go's `time.ParseDuration`, which CEL refers to: there are no days.
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

/** Returns true if nanoseconds are whole milliseconds. */
export function isWholeMs(nanos: bigint): boolean {
  return nanos % nanosPerMilli === 0n;
}
