import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";

// The words that docs/glossary.md has replaced stand in no name. Where a word is plain English of
// something else (a pipe carries, a file is dropped on a page), the name is excepted here.

const root = resolve(import.meta.dirname, "../..");

/** Words of the glossary's left column that mean one thing only, as parts of names. */
const replaced: readonly (readonly [said: string, parts: readonly string[]])[] = [
  ["tell", ["tell", "tells", "told", "telling"]],
  ["carry", ["carry", "carries", "carried", "carrying"]],
  ["stated", ["stated", "restate", "restates", "restated"]],
  ["set aside", ["aside"]],
  ["forget", ["forget", "forgets", "forgot", "forgotten"]],
  ["mend", ["mend", "mends", "mended"]],
];

/** Names that others read (the glossary's last table), and plain English. */
const excepted = new Map<string, RegExp>([
  // Wire: of a register's operation.
  ["stated", /^(packages\/(core|db)\/|tests\/)/],
  ["_stated", /^packages\/core\//],
  // A body that carries a file.
  ["carriesFile", /^apps\/server\//],
  ["carriedBy", /^tests\/simulation\/move-files\.ts$/],
  // A proxy carries bytes on.
  ["carry", /^tests\/(chaos\/faulty-proxy|folders\/line|system\/upload-proxy)\.ts$/],
  // A folder that is moved aside while it is replaced.
  ["aside", /^apps\/desktop\/src\/cli\//],
  ["buildAside", /^apps\/desktop\/src\/cli\//],
  // The option `--mend` of `npm run db:check` and of the server's `check`.
  [
    "mend",
    /^(tests\/folders\/|packages\/db(-postgres)?\/(src\/derived\/|tests\/derived-differences)|scripts\/db-check|apps\/server\/(src\/(cli|verbs)|tests\/operations)\/)/,
  ],
]);

const words = replaced.flatMap(([, parts]) => parts);

/** The identifiers of a source that have such a word in them. */
function replacedIn(path: string, source: string): string[] {
  const found = new Set<string>();
  visit(parseSync(path, source).program, (name) => {
    const parts = name.split(/(?=[A-Z])|_/).map((part) => part.toLowerCase());
    if (!parts.some((part) => words.includes(part))) return;
    if (excepted.get(name)?.test(path) !== true) found.add(name);
  });
  return [...found];
}

function visit(node: unknown, onName: (name: string) => void): void {
  if (Array.isArray(node)) {
    for (const each of node) visit(each, onName);
  } else if (typeof node === "object" && node !== null) {
    // Elements of HTML are not ours to name.
    const isName = "type" in node && node.type !== "JSXIdentifier";
    if (isName && "name" in node && typeof node.name === "string") onName(node.name);
    for (const each of Object.values(node)) visit(each, onName);
  }
}

test("no name is made of a word that the glossary has replaced", () => {
  const files = globSync("{packages,apps,tests,scripts,bench}/**/*.{ts,tsx}", {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist|out|\.turbo)(\/|$)/.test(String(path)),
  });
  expect(files.length).toBeGreaterThan(1000);
  const found = files
    .map((file) => [file, replacedIn(file, readFileSync(resolve(root, file), "utf8"))] as const)
    .filter(([, names]) => names.length > 0);
  expect(found).toEqual([]);
});

test("each of these words is one that the glossary has replaced", () => {
  const left = readFileSync(resolve(root, "docs/glossary.md"), "utf8")
    .split("\n")
    .map((line) => line.split("|")[1]?.trim() ?? "");
  for (const [word] of replaced) {
    expect(left.some((cell) => cell.split(/[ ,(]/).join(" ").includes(word))).toBe(true);
  }
});

test.each([
  ["a function", "function tellReferrers() {}", ["tellReferrers"]],
  ["a type", "interface CarriedEdit {}", ["CarriedEdit"]],
  ["a key", "const row = { stated_ms: 1 };", ["stated_ms"]],
  ["nothing in other words", "const intellect = mendacious;", []],
  ["nothing in a text", 'const text = "told";', []],
])("finds %s", (_what, source, found) => {
  expect(replacedIn("a.ts", source)).toEqual(found);
});
