import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { coverageTable, findGaps, tableFile } from "./coverage-table.ts";

describe("the specification", () => {
  test("has a test for each of its rows", () => {
    expect(findGaps()).toEqual([]);
  });

  test("and docs/api-coverage.md says which: `npm run api:coverage` writes it", () => {
    expect(readFileSync(tableFile, "utf8")).toBe(coverageTable());
  });
});
