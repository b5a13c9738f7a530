import { describe, expect, test } from "vitest";
import { addOutcomes, closingLine } from "./tally.ts";

describe("addOutcomes", () => {
  test("adds the counts of every runner", () => {
    const sum = addOutcomes([
      { tally: { passed: 3, failed: 0, skipped: 1 }, exitCode: 0 },
      { tally: { passed: 2, failed: 1, skipped: 0 }, exitCode: 1 },
    ]);
    expect(sum).toEqual({ passed: 5, failed: 1, skipped: 1 });
  });

  test.each([
    ["died before it counted", undefined],
    ["counted no failure", { passed: 4, failed: 0, skipped: 0 }],
  ])("counts one failure for a runner that exits non-zero and %s", (_case, tally) => {
    expect(addOutcomes([{ tally, exitCode: 2 }]).failed).toBe(1);
  });
});

describe("closingLine", () => {
  test("says passed and failed even where they are zero", () => {
    expect(closingLine({ passed: 0, failed: 0, skipped: 0 })).toBe("0 passed, 0 failed");
  });

  test("names skipped tests only where there are some", () => {
    expect(closingLine({ passed: 7, failed: 1, skipped: 2 })).toBe("7 passed, 1 failed, 2 skipped");
  });
});
