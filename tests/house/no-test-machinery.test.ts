import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { mutants } from "../simulation/mutants/all-mutants.ts";

const root = resolve(import.meta.dirname, "../..");
/** Files about real disk faults. */
const exceptions = ["packages/db/src/dialect/storage-fault.ts"];
const names = mutants.map(({ name }) => name);

/** Returns the names of planted bugs in a source, and the words for sets of them. */
function machineryIn(source: string): string[] {
  const words = source.match(/\b(?:faults|noFaults|SyncFaults?|[mM]utants?)\b/g) ?? [];
  const quoted = [...source.matchAll(/["'`]([\w-]+)["'`]/g)].map(([, text = ""]) => text);
  return [...words, ...quoted.filter((text) => names.includes(text))];
}

test("no product file names a known bug that tests plant (ADR 0040)", () => {
  const files = globSync("{packages,apps}/*/{src,build}/**/*.{ts,tsx,mjs}", {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist|out)(\/|$)|\.test\.tsx?$/.test(String(path)),
  });
  expect(files.length).toBeGreaterThan(500);
  const found = files
    .filter((file) => !exceptions.includes(file))
    .map((file) => [file, machineryIn(readFileSync(resolve(root, file), "utf8"))] as const);
  expect(found.filter(([, words]) => words.length > 0)).toEqual([]);
});

test.each([
  ["a set of them in a signature", "(deps: Deps, faults: ReadonlySet<string>) => {}", ["faults"]],
  ["a type of them", "const none: SyncFaults = noFaults;", ["SyncFaults", "noFaults"]],
  ["one by its name", 'if (has("dedup-off")) return;', ["dedup-off"]],
  ["the word for one", "options.mutant?.apply();", ["mutant"]],
  ["one in a comment", "// Where a mutant is planted.", ["mutant"]],
  ["nothing in other words", "const defaults = { onFault };", []],
])("finds %s", (_what, source, found) => {
  expect(machineryIn(source)).toEqual(found);
});
