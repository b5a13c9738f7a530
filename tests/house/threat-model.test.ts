import { existsSync, readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const text = readFileSync(resolve(root, "docs/threat-model.md"), "utf8");

/** Rows of the tables with the heading `Promise | Test`. */
const promises = text
  .split(/\n\s*\n/)
  .filter((block) => block.startsWith("| Promise | Test |"))
  .flatMap((table) => table.split("\n").slice(2))
  .map((row) => row.split("|").map((cell) => cell.trim()))
  .map(([, promise = "", tests = ""]) => ({
    promise,
    files: [...tests.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file),
  }));

describe("every promise of the threat model", () => {
  test("is found in the document", () => {
    expect(promises.length).toBeGreaterThan(25);
  });

  test.each(promises)("$promise", ({ files }) => {
    expect(files).not.toEqual([]);
    for (const file of files) {
      const path = resolve(root, file);
      expect(existsSync(path), `${file} is gone`).toBe(true);
      if (statSync(path).isDirectory()) continue;
      expect(file).toMatch(/\.(test|spec)\.tsx?$/);
      expect(readFileSync(path, "utf8")).toMatch(/\b(test|it)(\.\w+)*\(/);
    }
  });
});
