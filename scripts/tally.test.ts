import { describe, expect, test } from "vitest";
import { addOutcomes, closingLine, slowestLines } from "./tally.ts";

describe("addOutcomes", () => {
  test("adds the counts of every runner", () => {
    const sum = addOutcomes([
      { tally: { passed: 3, failed: 0, skipped: 1 }, exitCode: 0 },
      { tally: { passed: 2, failed: 1, skipped: 0 }, exitCode: 1 },
    ]);
    expect(sum).toEqual({ passed: 5, failed: 1, skipped: 1 });
  });

  test.each([
    ["exits non-zero before it counted", undefined, 2],
    ["exits non-zero without a failed test", { passed: 4, failed: 0, skipped: 0 }, 2],
    ["exits with zero but left no count", undefined, 0],
  ])("counts one failure for a runner that %s", (_case, tally, exitCode) => {
    expect(addOutcomes([{ tally, exitCode }]).failed).toBe(1);
  });
});

describe("closingLine", () => {
  test("always includes passed and failed, even if zero", () => {
    expect(closingLine({ passed: 0, failed: 0, skipped: 0 })).toBe("0 passed, 0 failed");
  });

  test("includes skipped tests only if there are some", () => {
    expect(closingLine({ passed: 7, failed: 1, skipped: 2 })).toBe("7 passed, 1 failed, 2 skipped");
  });
});

describe("slowestLines", () => {
  test("lists the slowest files first, and each project's share of the whole", () => {
    const quick = Array.from({ length: 25 }, (_, n) => ({
      ...{ project: "core", file: `quick-${n}.test.ts`, ms: 100 },
    }));
    const lines = slowestLines([...quick, { project: "db", file: "slow.test.ts", ms: 7500 }]);
    expect(lines[0]).toBe("The 20 slowest of 26 files:");
    expect(lines[1]).toMatch(/^ +7\.5 s {2}db slow\.test\.ts$/);
    expect(lines.indexOf("Projects:")).toBe(21);
    expect(lines.slice(22).map((line) => line.trim())).toEqual([
      "7.5 s  db, 75 %",
      "2.5 s  core, 25 %",
    ]);
  });
});
