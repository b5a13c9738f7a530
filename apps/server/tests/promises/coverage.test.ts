import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { coverageTable, findGaps, tableFile } from "./coverage-table.ts";

describe("the specification", () => {
  test("has a test for each of its rows", () => {
    expect(findGaps()).toEqual([]);
  });

  test("reports rows without tests, with missing tests, or with duplicate ids", () => {
    const written = "memos/memos.test.ts › leaves out what is unset";
    const third = "P-SHAPE-4";
    const rows = [
      { id: "P-SHAPE-1", says: "a", tests: [written] },
      { id: "P-SHAPE-2", says: "b", tests: [] },
      { id: third, says: "c", tests: [`${written} today`] },
      { id: "P-SHAPE-1", says: "d", tests: [written] },
    ];
    expect(findGaps([{ title: "Shapes", rows }])).toEqual([
      "P-SHAPE-1 is there twice",
      "P-SHAPE-4 stands where P-SHAPE-3 would",
      "P-SHAPE-1 stands where P-SHAPE-4 would",
      "P-SHAPE-2 has no test",
      `${third}: there is no ${written} today`,
    ]);
    const rule = [{ id: "M1", says: "a", tests: [written] }];
    expect(findGaps([{ title: "Memos", rows: rule }])).toEqual(["Memos: begins with M1"]);
  });

  test("is listed in docs/api-coverage.md, which `npm run api:coverage` writes", () => {
    expect(readFileSync(tableFile, "utf8")).toBe(coverageTable());
  });
});
