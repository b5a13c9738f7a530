import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../../packages/ui/src");
const files = globSync("**/*.{ts,tsx}", { cwd: root }).filter((file) => !file.includes(".test."));

const mostImports = 30;

/** Counts the import statements of a module. */
function importsOf(file: string, source: string): number {
  return parseSync(file, source).module.staticImports.length;
}

test("counts imports of values, of types and for side effects", () => {
  const source = 'import a from "a";\nimport type { B } from "b";\nimport "c";\n';
  expect(importsOf("a.ts", source)).toBe(3);
});

test(`no file of the interface imports from more than ${mostImports} modules`, () => {
  expect(files.length).toBeGreaterThan(500);
  const large = files.filter(
    (file) => importsOf(file, readFileSync(join(root, file), "utf8")) > mostImports,
  );
  expect(large).toEqual([]);
});

test("every file that reads a memo's first line renders it with MemoWords", () => {
  /** Files that render nothing: they write files, links, or names that are rendered elsewhere. */
  const silent = [
    "capture/use-tray.ts",
    "editor/completion/memo-links.ts",
    "memo/first-line.ts",
    "memo/templates.ts",
    "tasks/task-names.ts",
  ];
  const readers = files.filter((file) => {
    const source = readFileSync(join(root, file), "utf8");
    return /\b(?:firstLine|calledOut)\(/.test(source) && !source.includes("memo-words.tsx");
  });
  expect(readers.toSorted()).toEqual(silent);
});
