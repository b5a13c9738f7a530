import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { coverage } from "../../apps/server/tests/promises/rows.ts";

const root = resolve(import.meta.dirname, "../..");
const spec = readFileSync(resolve(root, "packages/core/SPEC.md"), "utf8");
const rules = [...spec.matchAll(/^- \*\*([A-Z]\d+[a-z]?)\*\*/gm)].map(([, rule = ""]) => rule);
const rows = coverage.flatMap((part) => part.rows);

// A rule of SPEC.md is a letter and a number, a promise of the API P-WORD-NUMBER, so titles can't confuse
// them. A test in apps/server checks the tests listed for a promise.
const idPattern = /P-[A-Z]+-\d+|[A-Z]\d+[a-z]?/g;

/**
 * Returns the ids at the beginning of titles, rules and promises: `R5, R13 · …`, `R5: …` or `P-MEMO-2 · …`.
 */
function idsIn(source: string): string[] {
  const titles = source.matchAll(
    /["'`]((?:(?:P-[A-Z]+-\d+|[A-Z]\d+[a-z]?)(?:, | · | )?)+)(?:·|:) /g,
  );
  return [...titles].flatMap(([, named = ""]) => named.match(idPattern) ?? []);
}

const files = globSync("{packages,apps,tests}/**/*.{test,spec}.{ts,tsx}", {
  cwd: root,
  exclude: (path) => /(^|\/)(node_modules|dist)(\/|$)/.test(String(path)),
});
const named = new Map(
  files
    .filter((file) => !file.endsWith("rules-are-tested.test.ts"))
    .map((file) => [file, idsIn(readFileSync(resolve(root, file), "utf8"))]),
);

test("every rule of SPEC.md is named by the title of a test", () => {
  expect(rules.length).toBeGreaterThan(90);
  expect(new Set(rules).size).toBe(rules.length);
  expect(files.length).toBeGreaterThan(100);
  const tested = new Set([...named.values()].flat());
  expect(rules.filter((rule) => !tested.has(rule))).toEqual([]);
});

test("no title names an unknown rule or promise", () => {
  const known = new Set([...rules, ...rows.map(({ id }) => id)]);
  const unknown = [...named].flatMap(([file, ids]) =>
    ids.filter((id) => !known.has(id)).map((id) => `${file}: ${id}`),
  );
  expect(unknown).toEqual([]);
});

test("a title that names a promise is listed in the promise's row", () => {
  const listed = new Set(
    rows.flatMap(({ id, tests }) =>
      tests.filter((each) => each.includes(` › ${id} · `)).map(() => id),
    ),
  );
  const promised = [...named.values()].flat().filter((id) => id.startsWith("P-"));
  expect(promised.length).toBeGreaterThan(5);
  expect(promised.filter((id) => !listed.has(id))).toEqual([]);
});

test("an id only counts at the beginning of a title", () => {
  expect(idsIn('test("R5, R13 · a page", () => {});')).toEqual(["R5", "R13"]);
  expect(idsIn('test("R17 · I10 · devices", () => {});')).toEqual(["R17", "I10"]);
  expect(idsIn("describe(`F2: a plan`, () => {});")).toEqual(["F2"]);
  expect(idsIn('test("R14b, T13 · a page", () => {});')).toEqual(["R14b", "T13"]);
  expect(idsIn('test("P-MEMO-2 · a page", () => {});')).toEqual(["P-MEMO-2"]);
  expect(idsIn('// R7 · why\nexpect(of("the R7 · of it")).toBe(1);')).toEqual([]);
});
