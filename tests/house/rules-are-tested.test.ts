import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const spec = readFileSync(resolve(root, "packages/core/SPEC.md"), "utf8");
const rules = [...spec.matchAll(/^- \*\*([A-Z]\d+)\*\*/gm)].map(([, rule = ""]) => rule);

/** Rules that a title begins with: `R5, R13 · …` or `R5: …`. */
function rulesIn(source: string): string[] {
  const titles = source.matchAll(/["'`]((?:[A-Z]\d+(?:, | · | )?)+)(?:·|:) /g);
  return [...titles].flatMap(([, named = ""]) => named.match(/[A-Z]\d+/g) ?? []);
}

test("every rule of SPEC.md is named by the title of a test", () => {
  expect(rules.length).toBeGreaterThan(90);
  expect(new Set(rules).size).toBe(rules.length);
  const files = globSync("{packages,apps,tests}/**/*.{test,spec}.{ts,tsx}", {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist)(\/|$)/.test(String(path)),
  });
  expect(files.length).toBeGreaterThan(100);
  const named = new Set(
    files.flatMap((file) => rulesIn(readFileSync(resolve(root, file), "utf8"))),
  );
  expect(rules.filter((rule) => !named.has(rule))).toEqual([]);
});

test("a rule counts where a title begins with it, and nowhere else", () => {
  expect(rulesIn('test("R5, R13 · a page", () => {});')).toEqual(["R5", "R13"]);
  expect(rulesIn('test("R17 · I10 · devices", () => {});')).toEqual(["R17", "I10"]);
  expect(rulesIn("describe(`F2: a plan`, () => {});")).toEqual(["F2"]);
  expect(rulesIn('// R7 · why\nexpect(of("the R7 · of it")).toBe(1);')).toEqual([]);
});
