import { globSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");

/** Patterns of vitest's projects and Playwright, to be kept in sync with their configuration. */
const looked = [
  /^(apps|packages)\/[^/]+\/(src|tests)\/.*\.test\.tsx?$/,
  /^(bench|scripts|tests)\/.*\.test\.ts$/,
  /^tests\/.*\.spec\.ts$/,
];

test("every test file is found by a runner", () => {
  const files = globSync(
    "{apps,packages,bench,scripts,tests}/**/*.{test,spec}.{ts,tsx,mts,js,mjs}",
    {
      cwd: root,
      exclude: ["**/node_modules/**", "**/out/**", "**/dist/**"],
    },
  );
  expect(files).toContain("tests/house/found-tests.test.ts");
  expect(files.filter((file) => !looked.some((place) => place.test(file)))).toEqual([]);
});
