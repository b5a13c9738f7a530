import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { runEvery } from "./run-every.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("a job that repeats", () => {
  test("runs after a delay, and again after each run ends", async () => {
    const job = vi.fn(() => Promise.resolve());
    await using _ = runEvery({ firstAfterMs: 10, everyMs: 100 }, job);
    await vi.advanceTimersByTimeAsync(9);
    expect(job).toHaveBeenCalledTimes(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(job).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(100);
    expect(job).toHaveBeenCalledTimes(2);
  });

  test("runs earlier on request, once per request, and never later", async () => {
    const asked = [30, 1000];
    const job = vi.fn(async (again: (afterMs: number) => void) => {
      const afterMs = asked.shift();
      if (afterMs !== undefined) again(afterMs);
    });
    await using _ = runEvery({ firstAfterMs: 1, everyMs: 100 }, job);
    for (const [passMs, calls] of [
      [1, 1],
      [29, 1],
      [1, 2],
      [99, 2],
      [1, 3],
      [99, 3],
      [1, 4],
    ] as const) {
      await vi.advanceTimersByTimeAsync(passMs);
      expect(job).toHaveBeenCalledTimes(calls);
    }
  });

  test("does not overlap, and disposing waits for it", async () => {
    let end = (): void => {};
    const job = vi.fn(() => new Promise<void>((resolve) => (end = resolve)));
    const repeated = runEvery({ firstAfterMs: 1, everyMs: 1 }, job);
    await vi.advanceTimersByTimeAsync(50);
    expect(job).toHaveBeenCalledTimes(1);
    let isDisposed = false;
    const disposing = repeated[Symbol.asyncDispose]().then(() => (isDisposed = true));
    await vi.advanceTimersByTimeAsync(50);
    expect(isDisposed).toBe(false);
    end();
    await disposing;
    await vi.advanceTimersByTimeAsync(50);
    expect(job).toHaveBeenCalledTimes(1);
  });

  test("does not start after a shutdown begins, and is not awaited when that is late", async () => {
    const begun = new AbortController();
    const late = new AbortController();
    const ending = { begun: begun.signal, late: late.signal };
    const never = vi.fn(() => new Promise<void>(() => {}));
    const running = runEvery({ firstAfterMs: 1, everyMs: 1 }, never, ending);
    const waiting = runEvery({ firstAfterMs: 10, everyMs: 1 }, never, ending);
    await vi.advanceTimersByTimeAsync(5);
    begun.abort();
    await vi.advanceTimersByTimeAsync(50);
    expect(never).toHaveBeenCalledTimes(1);
    await waiting[Symbol.asyncDispose]();
    let isDisposed = false;
    const disposing = running[Symbol.asyncDispose]().then(() => (isDisposed = true));
    await vi.advanceTimersByTimeAsync(50);
    expect(isDisposed).toBe(false);
    late.abort();
    await disposing;
  });
});
