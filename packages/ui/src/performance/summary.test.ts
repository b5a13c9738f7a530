import { describe, expect, test } from "vitest";
import { lateShare, timesOf } from "./summary.ts";

describe("times of events", () => {
  test("are exact if all are known", () => {
    const measured = Array.from({ length: 100 }, (_, n) => 100 - n);
    expect(timesOf(measured, 100)).toEqual({ count: 100, p50: 50, p95: 95 });
    expect(timesOf([24], 1)).toEqual({ count: 1, p50: 24, p95: 24 });
  });

  test("leave out percentiles that are too short to be known", () => {
    expect(timesOf([40, 24], 20)).toEqual({ count: 20, p50: null, p95: 24 });
    expect(timesOf([40], 100)).toEqual({ count: 100, p50: null, p95: null });
    expect(timesOf([], 3)).toEqual({ count: 3, p50: null, p95: null });
  });

  test("are null without events", () => expect(timesOf([], 0)).toBeNull());
});

test("frames that take 1.5 times the median are late", () => {
  expect(lateShare([16, 17, 16, 33])).toBe(0.25);
  expect(lateShare([7, 7, 8, 7])).toBe(0);
  expect(lateShare([])).toBeNull();
});
