import { globSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");

/** Where vitest's projects and Playwright look; kept beside their configuration by this test. */
const looked = [
  /^(apps|packages)\/[^/]+\/(src|tests)\/.*\.test\.tsx?$/,
  /^(bench|scripts|tests)\/.*\.test\.ts$/,
  /^tests\/.*\.spec\.ts$/,
];

test("no test file lies where no runner looks", () => {
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
