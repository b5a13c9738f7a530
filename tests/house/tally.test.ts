import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseJson } from "@tidemark/core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";

const root = resolve(import.meta.dirname, "../..");
let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "tidemark-tally-"));
  symlinkSync(join(root, "node_modules"), join(dir, "node_modules"));
  writeFileSync(join(dir, "package.json"), `{"type":"module"}`);
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

describe("vitest's tally", () => {
  const passes = `import { test } from "vitest";\ntest("passes", () => {});\n`;

  test.each([
    ["a passing file", passes, { passed: 1, failed: 0, skipped: 0 }],
    [
      "a failing test",
      `${passes}test("f", () => { throw new Error("no"); });`,
      {
        ...{ passed: 1, failed: 1, skipped: 0, flaky: [] },
        failures: [expect.stringMatching(/a\.test\.js: f · no$/)],
      },
    ],
    [
      "a test that passes only on a retry",
      `${passes}let runs = 0;\ntest("r", { retry: 1 }, () => { if (runs++ === 0) throw new Error("no"); });`,
      { passed: 2, failed: 0, flaky: [expect.stringMatching(/a\.test\.js: r$/)] },
    ],
    ["a skipped test", `${passes}test.skip("s", () => {});`, { passed: 1, failed: 0, skipped: 1 }],
    ["a file that does not load", `${passes}throw new Error("load");`, { passed: 0, failed: 1 }],
    [
      "an error outside a test",
      `${passes}setTimeout(() => { throw new Error("late"); });\ntest("waits", () => new Promise((done) => setTimeout(done, 50)));`,
      { passed: 2, failed: 1 },
    ],
    [
      "a hook that throws",
      `import { afterAll, describe } from "vitest";\n${passes}describe("d", () => { test("t", () => {}); afterAll(() => { throw new Error("hook"); }); });`,
      { passed: 2, failed: 1 },
    ],
  ])("counts %s", (_case, source, expected) => {
    writeFileSync(join(dir, "a.test.js"), source);
    const reporter = join(root, "scripts/tally-vitest.ts");
    expect(tally("vitest", ["run", "--root", dir, `--reporter=${reporter}`])).toMatchObject({
      ...expected,
      files: [{ file: "a.test.js", ms: expect.any(Number) }],
    });
  });
});

describe("Playwright's tally", () => {
  test("counts passed, failed and skipped tests, and a file that does not load", () => {
    writeFileSync(
      join(dir, "a.spec.js"),
      `import { test } from "@playwright/test";
       test("passes", () => {});
       test.skip("skipped", () => {});
       test("fails", () => { throw new Error("no"); });
       test.describe(() => {
         test.describe.configure({ retries: 1 });
         test("flaky", ({}, { retry }) => { if (retry === 0) throw new Error("no"); });
       });`,
    );
    const args = ["test", `--reporter=${join(root, "scripts/tally-playwright.ts")}`];
    expect(tally("playwright", args)).toEqual({
      ...{ passed: 2, failed: 1, skipped: 1 },
      failures: ["browser a.spec.js: fails"],
      flaky: ["browser a.spec.js: flaky"],
      files: [{ project: "browser", file: "a.spec.js", ms: expect.any(Number) }],
    });
    writeFileSync(join(dir, "b.spec.js"), `throw new Error("load");`);
    expect(tally("playwright", args).failed).toBeGreaterThan(0);
  });
});

/** Runs a test runner in the scratch folder and returns its reporter's output. */
function tally(command: string, args: readonly string[]): { failed: number } {
  const file = join(dir, "tally.json");
  spawnSync(join(root, "node_modules/.bin", command), args, {
    cwd: dir,
    env: { ...process.env, TIDEMARK_TALLY: file, VITEST: "" },
  });
  return parseJson(z.looseObject({ failed: z.number() }), readFileSync(file, "utf8"));
}
