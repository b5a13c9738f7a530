import { FilterTimeoutError } from "@tidemark/core";
import { describe, expect, test, vi } from "vitest";
import { evaluateAll, evaluateUntilFull } from "./evaluate-rows.ts";

const isWanted = (row: number): boolean => row % 7 === 3;

/** Creates rows from 0 up, and counts those read for evaluation. */
function walk(count: number) {
  let read = 0;
  return {
    read: () => read,
    candidates: async (after: number | null, limit: number) => {
      const first = after === null ? 0 : after + 1;
      return Array.from(
        { length: Math.max(0, Math.min(limit, count - first)) },
        (_, n) => first + n,
      );
    },
    ask: async (rows: readonly number[]) => {
      read += rows.length;
      return rows.map((row) => () => isWanted(row));
    },
  };
}

describe("rows evaluated in memory", () => {
  test.each([
    [0, 0, 10],
    [50, 0, 10],
    [5000, 0, 51],
    [5000, 100, 51],
    [5000, 700, 51],
    [5000, 0, 1000],
    [2100, 290, 20],
  ])("of %i, past %i, %i: give the same page as a full scan", async (count, offset, limit) => {
    const { candidates, ask } = walk(count);
    const whole = (await candidates(null, count)).filter(isWanted);
    expect(await evaluateUntilFull({ offset, limit }, candidates, ask)).toEqual(
      whole.slice(offset, offset + limit),
    );
    expect(await evaluateAll(await candidates(null, count), ask)).toEqual(whole);
  });

  test("are read only until the page is full", async () => {
    const { candidates, ask, read } = walk(1_000_000);
    await evaluateUntilFull({ offset: 0, limit: 10 }, candidates, ask);
    expect(read()).toBeLessThanOrEqual(160);
  });

  test("yield the thread, and stop past the deadline", async () => {
    let nowMs = 0;
    using clock = vi.spyOn(performance, "now").mockImplementation(() => nowMs);
    const { candidates } = walk(10_000);
    let turns = 0;
    const others = setInterval(() => (turns += 1), 0);
    const ask = async (rows: readonly number[]) =>
      rows.map(() => () => {
        nowMs += 9;
        return false;
      });
    const asked = evaluateUntilFull({ offset: 0, limit: 10 }, candidates, ask);
    await expect(asked).rejects.toThrow(FilterTimeoutError);
    clearInterval(others);
    expect(clock).toHaveBeenCalled();
    expect(nowMs).toBeGreaterThan(2000);
    expect(nowMs).toBeLessThan(2050);
    expect(turns).toBeGreaterThan(5);
  });
});
