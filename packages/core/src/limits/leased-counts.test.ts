import { describe, expect, test } from "vitest";
import type { CountAsk, CountReport, RequestCounts } from "../stores/processes/shared-limits.ts";
import { createLeasedCounts, type LeasedCounts } from "./leased-counts.ts";

const limit = { max: 100, windowMs: 1000 };

interface Asked {
  readonly counts: LeasedCounts;
  readonly asks: CountAsk[];
  readonly settled: (CountReport & { readonly key: string })[];
  readonly clock: { sinceStartMs: number; nowMs: number };
}

/** Creates counts over a store that grants blocks of ten, or that uses `ask`. */
function countsOver(ask?: RequestCounts["ask"]): Asked {
  const clock = { sinceStartMs: 0, nowMs: 50_000 };
  const asks: CountAsk[] = [];
  const settled: Asked["settled"] = [];
  const giveTen: RequestCounts["ask"] = async ({ want }) => ({
    window: 9000,
    leftMs: 1000,
    used: want,
    admitted: want,
    block: 10,
  });
  const counts = createLeasedCounts(
    {
      ask: async (asked) => {
        asks.push(asked);
        return (ask ?? giveTen)(asked);
      },
      settle: async (key, report) => void settled.push({ key, ...report }),
    },
    { sinceStartMs: () => clock.sinceStartMs, nowMs: () => clock.nowMs },
  );
  return { counts, asks, settled, clock };
}

async function takeMany(counts: LeasedCounts, times: number, key = "key") {
  const taken = [];
  for (let n = 0; n < times; n += 1) taken.push(await counts.take(key, limit));
  return taken;
}

describe("counts in blocks", () => {
  test("query once for a block that all waiting callers share, and again when it is used up", async () => {
    const { counts, asks } = countsOver();
    const taken = await Promise.all(
      Array.from({ length: 3 }, async () => counts.take("key", limit)),
    );
    expect(taken.map(({ remaining }) => remaining)).toEqual([99, 98, 97]);
    await takeMany(counts, 8);
    expect(asks).toMatchObject([{ want: 1, report: null }]);
    await takeMany(counts, 1);
    expect(asks.at(-1)).toMatchObject({ want: 1, report: { window: 9000, used: 10, freed: 10 } });
  });

  test("refuse without a query while the limit is exceeded, until the window ends", async () => {
    const { counts, asks, clock } = countsOver(async () => ({
      window: 9000,
      leftMs: 700,
      used: 100,
      admitted: 0,
      block: 0,
    }));
    clock.sinceStartMs = 5000;
    const taken = await takeMany(counts, 20);
    expect(taken.some(({ isAllowed }) => isAllowed)).toBe(false);
    expect(taken[19]).toEqual({ isAllowed: false, remaining: 0, leftMs: 700, resetMs: 9000 });
    expect(asks).toHaveLength(1);
    clock.sinceStartMs += 700;
    await takeMany(counts, 1);
    expect(asks).toHaveLength(2);
  });

  test("report no count twice, even if a report may not have arrived", async () => {
    let fails = false;
    const { counts, asks, clock } = countsOver(async ({ want }) => {
      if (fails) throw new Error("no answer");
      return { window: 9000, leftMs: 1_000_000, used: want, admitted: want, block: 2 };
    });
    await takeMany(counts, 3);
    fails = true;
    // The database isn't queried during the pause after a failure.
    await takeMany(counts, 4);
    expect(asks).toHaveLength(2);
    expect(asks[1]?.report).toEqual({ window: 9000, used: 2, freed: 2 });
    fails = false;
    clock.sinceStartMs += 5000;
    await takeMany(counts, 1);
    // Requests admitted meanwhile weren't part of a block.
    expect(asks[2]?.report).toEqual({ window: 9000, used: 4, freed: 0 });
  });

  test("admit up to the limit without the database if it never answered", async () => {
    const { counts, clock } = countsOver(async () => {
      throw new Error("no answer");
    });
    const taken = await takeMany(counts, 150);
    expect(taken.filter(({ isAllowed }) => isAllowed)).toHaveLength(100);
    expect(taken[0]).toEqual({ isAllowed: true, remaining: 99, leftMs: 1000, resetMs: 51_000 });
    clock.sinceStartMs += 1000;
    expect(await takeMany(counts, 1)).toMatchObject([{ isAllowed: true }]);
  });

  test("report and evict the least recently used of more than 10,000 keys", async () => {
    const { counts, asks, settled } = countsOver();
    await takeMany(counts, 3, "first");
    await takeMany(counts, 1, "second");
    await takeMany(counts, 1, "first");
    for (let n = 0; n < 9999; n += 1) await takeMany(counts, 1, `${n}`);
    expect(settled).toEqual([{ key: "second", window: 9000, used: 0, freed: 10 }]);
    await takeMany(counts, 1, "one more");
    expect(settled[1]).toEqual({ key: "first", window: 9000, used: 3, freed: 10 });
    const before = asks.length;
    await takeMany(counts, 1, "first");
    expect(asks).toHaveLength(before + 1);
  });

  test("report a key that was evicted while its query was running", async () => {
    const held = Promise.withResolvers<void>();
    const { counts, settled } = countsOver(async ({ key, want }) => {
      if (key === "slow") await held.promise;
      return { window: 9000, leftMs: 1000, used: want, admitted: want, block: 10 };
    });
    const slow = counts.take("slow", limit);
    for (let n = 0; n < 10_000; n += 1) await takeMany(counts, 1, `${n}`);
    held.resolve();
    expect((await slow).isAllowed).toBe(true);
    await takeMany(counts, 1);
    expect(settled).toContainEqual({ key: "slow", window: 9000, used: 0, freed: 10 });
  });

  test("report every key on shutdown", async () => {
    const { counts, settled } = countsOver();
    await takeMany(counts, 4, "a");
    await takeMany(counts, 11, "b");
    await counts.settle();
    expect(settled).toEqual([
      { key: "a", window: 9000, used: 3, freed: 10 },
      { key: "b", window: 9000, used: 10, freed: 10 },
    ]);
    await counts.settle();
    expect(settled).toHaveLength(2);
  });
});
