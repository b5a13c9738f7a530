import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { besideTable, runBeside, suitesOf } from "./beside.ts";
import { corpusNeedles, corpusTags, generateMemos } from "./corpus.ts";
import { createCorpora } from "./corpus-file.ts";
import { type BenchCase, quietest, type Unit } from "./measure.ts";
import { floorTable } from "./floor/floor-table.ts";
import { reportTable, verdicts } from "./report.ts";
import { runSuite } from "./run-suite.ts";
import { openBenchServices } from "./services.ts";
import { sharedRun } from "./shared-run.ts";
import type { OpenSuite, Suite } from "./suite.ts";
import { contains } from "./suites/contains.ts";

const size = 500;

describe("the corpus", () => {
  test("is the same every time, and another person's ten among many when asked for", () => {
    const once = [...generateMemos("one-owner", size)];
    expect([...generateMemos("one-owner", size)]).toEqual(once);
    expect(new Set(once.map((memo) => memo.id)).size).toBe(size);
    const ofTwenty = [...generateMemos("twenty-owners", size)];
    expect(ofTwenty.map((memo) => memo.content)).toEqual(once.map((memo) => memo.content));
    expect(ofTwenty.filter((memo) => memo.creator === "users/ada")).toHaveLength(10);
  });

  test("has ten memos for each rare thing, and none for what nothing has", () => {
    const texts = [...generateMemos("one-owner", size)].map((memo) => memo.content.toLowerCase());
    const holding = (needle: string): number =>
      texts.filter((text) => text.includes(needle)).length;
    expect(holding(corpusNeedles.rare)).toBe(10);
    expect(holding(`#${corpusTags.rare}`)).toBe(10);
    expect(holding(corpusNeedles.none)).toBe(0);
    expect(holding(corpusNeedles.noneOfCommon)).toBe(0);
    expect(holding(`#${corpusTags.none}`)).toBe(0);
    const length = texts.reduce((sum, text) => sum + text.length, 0) / size;
    expect(length).toBeGreaterThan(400);
    expect(length).toBeLessThan(500);
  });

  test("has longer memos for devices, all of one owner", () => {
    const memos = [...generateMemos("long-memos", size)];
    const length = memos.reduce((sum, memo) => sum + memo.content.length, 0) / size;
    expect(length).toBeGreaterThan(750);
    expect(length).toBeLessThan(850);
    expect(new Set(memos.map((memo) => memo.creator))).toEqual(new Set(["users/ada"]));
  });
});

test("a suite measures each of its cases over the rows that its label promises", async () => {
  const cacheFolder = mkdtempSync(join(tmpdir(), "tidemark-bench-test-"));
  try {
    const corpora = createCorpora({ size, cacheFolder });
    {
      await using bench = await openBenchServices(corpora, "one-owner");
      expect((await bench.page(`content.contains("${corpusNeedles.rare}")`)).count).toBe(10);
      expect((await bench.page(`"${corpusTags.rare}" in tags`)).count).toBe(10);
    }
    const results = await runSuite(contains, corpora, { rounds: 1, roundMs: 50 });
    expect(results.map(({ bench }) => bench.label)).toContain("3 % of memos");
    for (const { measured } of results) {
      expect(measured.n).toBeGreaterThanOrEqual(5);
      expect(measured.median).toBeGreaterThan(0);
      expect(measured.p95).toBeGreaterThanOrEqual(measured.median);
    }
  } finally {
    rmSync(cacheFolder, { recursive: true, force: true });
  }
});

test("the floor's table has a line for each row, with its ratio and what is worse than it was", () => {
  const one = (label: string, unit: Unit, median: number, goal: number | null = null) => ({
    bench: { label, unit, goal, samples: 1, warmUps: 0, sample: () => median },
    measured: { median, p95: median, n: 1 },
  });
  const table = floorTable(
    [
      one("get: ratio", "of floor", 0.4, 0.5),
      one("get: processor", "ms", 0.05),
      one("get: rate", "/s", 12_000),
      one("get: floor's processor", "ms", 0.02),
      one("get: floor's rate", "/s", 40_000),
      one("memory: held", "MB", 100, 110),
    ],
    {
      corpusVersion: 1,
      memos: 1,
      node: "",
      cases: { "get: ratio": { unit: "of floor", median: 0.6, p95: 0.6, n: 1 } },
    },
  );
  expect(table.split("\n").map((line) => line.split(/ {2,}/))).toEqual([
    ["", "floor", "rate", "here", "rate", "ratio", "goal", "baseline"],
    [
      ...["get", "0.020 ms", "40.0 k/s", "0.050 ms", "12.0 k/s", "0.40", "0.50", "0.60"],
      "MISSES ITS GOAL; 50 % OVER BASELINE",
    ],
    ["memory", "100.0 MB", "110.0 MB"],
  ]);
});

test("numbers of one run share it until one of them is asked for again", async () => {
  let runs = 0;
  const of = sharedRun(async () => (runs += 1));
  expect([await of("a"), await of("b"), await of("a"), await of("b")]).toEqual([1, 1, 2, 2]);
});

test("only the cases that are asked for run, and no more often than they allow", async () => {
  const ran: string[] = [];
  const one = (label: string, rounds: number): BenchCase => ({
    label,
    unit: "n",
    goal: null,
    samples: 1,
    warmUps: 0,
    rounds,
    sample: () => ran.push(label),
  });
  const suite: Suite = {
    name: "suite",
    open: async () => ({
      cases: [one("long", 1), one("longer", 2), one("short", 3)],
      [Symbol.asyncDispose]: async () => undefined,
    }),
  };
  const corpora = createCorpora({ size });
  const results = await runSuite(suite, corpora, { rounds: 3, label: "long" });
  expect(results.map(({ bench }) => bench.label)).toEqual(["long", "longer"]);
  expect(ran).toEqual(["long", "longer", "longer"]);
});

describe("verdicts", () => {
  const bench: BenchCase = {
    label: "a case",
    unit: "ms",
    goal: 2,
    samples: 1,
    warmUps: 0,
    sample: () => 0,
  };
  const baseline = (unit: "ms" | "/s", median: number) => ({
    corpusVersion: 1,
    memos: size,
    node: "v24.0.0",
    cases: { "a case": { unit, median, p95: median, n: 1 } },
  });
  const of = (median: number) => ({ bench, measured: { median, p95: median, n: 1 } });

  test("a time above its goal and 25 % above its baseline is said in the table", () => {
    expect(verdicts(of(1.2), baseline("ms", 1))).toEqual([]);
    expect(verdicts(of(1.3), baseline("ms", 1))).toEqual(["30 % OVER BASELINE"]);
    expect(verdicts(of(2.1), null)).toEqual(["MISSES ITS GOAL"]);
    expect(reportTable([of(2.1)], baseline("ms", 1))).toContain(
      "MISSES ITS GOAL; 110 % OVER BASELINE",
    );
  });

  test("a rate is worse when it is lower", () => {
    const perSecond = { ...bench, unit: "/s", goal: 100 } as const;
    const rated = (median: number) => ({
      bench: perSecond,
      measured: { median, p95: median, n: 1 },
    });
    expect(verdicts(rated(150), baseline("/s", 170))).toEqual([]);
    expect(verdicts(rated(90), baseline("/s", 180))).toEqual([
      "MISSES ITS GOAL",
      "100 % OVER BASELINE",
    ]);
    expect(
      quietest("/s", [
        { median: 90, p95: 80, n: 1 },
        { median: 120, p95: 60, n: 1 },
      ]),
    ).toEqual({ median: 120, p95: 60, n: 1 });
  });
});

describe("beside another checkout", () => {
  const inTurns: string[] = [];
  const suiteOf = (side: string, valueMs: number): OpenSuite => ({
    cases: [
      {
        label: "shared",
        unit: "ms",
        goal: null,
        samples: 4,
        warmUps: 1,
        sample: () => {
          inTurns.push(side);
          return valueMs;
        },
      },
      { label: `only ${side}`, unit: "ms", goal: null, samples: 1, warmUps: 0, sample: () => 1 },
    ],
    [Symbol.asyncDispose]: async () => undefined,
  });

  test("what both have runs in turns, and is compared sample by sample", async () => {
    const pairs = await runBeside(suiteOf("here", 3), suiteOf("there", 2), { rounds: 1 });
    expect(pairs).toEqual([{ label: "shared", unit: "ms", here: 3, there: 2, share: 0.5 }]);
    expect(inTurns.filter((side) => side === "here")).toHaveLength(5);
    expect(inTurns.slice(2, 6)).toEqual(["here", "there", "there", "here"]);
    expect(besideTable(pairs)).toMatch(/shared\s+3\.00 ms\s+2\.00 ms\s+\+50\.0 %\s+SLOWER/);
  });

  test("a folder without benchmarks is refused", async () => {
    await expect(suitesOf(tmpdir())).rejects.toThrow("has no folder bench");
  });
});
