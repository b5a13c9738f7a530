import { describe, expect, test } from "vitest";
import { parseInstant } from "../../time/rfc3339.ts";
import { parseDuration } from "./instant.ts";

describe("F9 · times are RFC 3339 and durations Go's", () => {
  test.each([
    ["1970-01-01T00:00:00Z", 0n],
    ["1969-12-31T23:59:59.999999999Z", -1n],
    ["2026-01-01T01:00:00+01:00", 1767225600000000000n],
    ["0001-01-01T00:00:00Z", -62135596800000000000n],
    ["9999-12-31T23:59:59.999999999Z", 253402300799999999999n],
  ])("%s is %d ns", (text, nanos) => {
    expect(parseInstant(text)).toBe(nanos);
  });

  test.each([
    ["2026-01-01"],
    ["2026-01-01T00:00:00"],
    ["2026-02-30T00:00:00Z"],
    ["2026-01-01T24:00:00Z"],
    ["2026-01-01T00:00:60Z"],
    ["2026-01-01t00:00:00z"],
    ["0000-01-01T00:00:00Z"],
    ["0001-01-01T00:00:00+00:01"],
    ["2026-1-1T00:00:00Z"],
    ["2026-01-01T00:00:00.Z"],
  ])("%s is not a time", (text) => {
    expect(parseInstant(text)).toBeNull();
  });

  test.each([
    ["1h30m", 5400000000000n],
    ["-1.5h", -5400000000000n],
    ["+1us", 1000n],
    ["0", 0n],
    [".5s", 500000000n],
    ["1.s", 1000000000n],
    ["1.0000000019s", 1000000001n],
  ])("%s is %d ns", (text, nanos) => {
    expect(parseDuration(text)).toBe(nanos);
  });

  test.each([
    [""],
    ["1"],
    ["7d"],
    ["1h "],
    [" 1h"],
    ["h"],
    [".s"],
    ["-"],
    ["99999999999999h"],
    ["1e3s"],
  ])("%j is not a duration", (text) => {
    expect(parseDuration(text)).toBeNull();
  });
});
