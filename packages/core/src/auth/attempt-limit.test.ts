import { describe, expect, test } from "vitest";
import { createAttemptLimiter } from "./attempt-limit.ts";

describe("the attempt limiter", () => {
  test("returns the time until the oldest excess attempt leaves the window", async () => {
    let nowMs = 0;
    const limiter = createAttemptLimiter(1000, () => nowMs);
    const limits = [{ key: "a", max: 2 }];
    expect(await limiter.take(limits)).toBe(0);
    nowMs = 300;
    expect(await limiter.take(limits)).toBe(0);
    nowMs = 400;
    expect(await limiter.take(limits)).toBe(600);
    nowMs = 1000;
    expect(await limiter.take(limits)).toBe(0);
    expect(await limiter.take(limits)).toBe(300);
  });

  test("counts nothing if one of the keys is used up", async () => {
    const limiter = createAttemptLimiter(1000, () => 0);
    const full = { key: "full", max: 1 };
    const other = { key: "other", max: 1 };
    expect(await limiter.take([full])).toBe(0);
    expect(await limiter.take([full, other])).toBeGreaterThan(0);
    expect(await limiter.take([other])).toBe(0);
  });

  test("doesn't count an attempt that is given back", async () => {
    const limiter = createAttemptLimiter(1000, () => 0);
    const limits = [{ key: "a", max: 1 }];
    for (let i = 0; i < 3; i += 1) {
      expect(await limiter.take(limits)).toBe(0);
      await limiter.giveBack(limits);
    }
    expect(await limiter.take(limits)).toBe(0);
    expect(await limiter.take(limits)).toBe(1000);
  });

  test("evicts the least recently used of more than 10,000 keys", async () => {
    const limiter = createAttemptLimiter(1000, () => 0);
    await limiter.take([{ key: "first", max: 1 }]);
    for (let i = 0; i < 9999; i += 1) await limiter.take([{ key: `${i}`, max: 1 }]);
    expect(await limiter.take([{ key: "first", max: 1 }])).toBe(1000);
    await limiter.take([{ key: "one more", max: 1 }]);
    expect(await limiter.take([{ key: "first", max: 1 }])).toBe(0);
    expect(await limiter.take([{ key: "9998", max: 1 }])).toBe(1000);
  });
});
