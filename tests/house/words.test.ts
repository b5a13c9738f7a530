import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";

// Words that docs/glossary.md replaces must not be part of names. Names where such a word has another, plain
// English meaning (a pipe carries, a file is dropped on a page) are excepted here.

const root = resolve(import.meta.dirname, "../..");

/** Unambiguous words of the glossary's left column, with their forms as parts of names. */
const replaced: readonly (readonly [said: string, parts: readonly string[]])[] = [
  ["tell", ["tell", "tells", "told", "telling"]],
  ["carry", ["carry", "carries", "carried", "carrying"]],
  ["stated", ["stated", "restate", "restates", "restated"]],
  ["set aside", ["aside"]],
  ["forget", ["forget", "forgets", "forgot", "forgotten"]],
  ["mend", ["mend", "mends", "mended"]],
];

/** Names of wire formats and APIs (the glossary's last table), and plain English uses. */
const excepted = new Map<string, RegExp>([
  // Wire format: an operation of a register.
  ["stated", /^(packages\/(core|db)\/|tests\/)/],
  ["_stated", /^packages\/core\//],
  // A request body that contains a file.
  ["carriesFile", /^apps\/server\//],
  ["carriedBy", /^tests\/simulation\/move-files\.ts$/],
  // A proxy that carries bytes.
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

/** Returns the identifiers of a source that contain such a word. */
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
    // HTML element names aren't ours.
    const isName = "type" in node && node.type !== "JSXIdentifier";
    if (isName && "name" in node && typeof node.name === "string") onName(node.name);
    for (const each of Object.values(node)) visit(each, onName);
  }
}

test("no name contains a word that the glossary has replaced", () => {
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

test("each of these words is in the glossary's left column", () => {
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
