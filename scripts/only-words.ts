import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { Command } from "commander";
import { parseSync } from "oxc-parser";

// `node scripts/only-words.ts [FROM] [TO]`: checks that only comments changed between two commits (by default
// the last commit and the working tree); with --titles, also test titles. Parses both versions of each
// TypeScript file and compares the syntax trees without positions. That is stricter than comparing the
// emitted JavaScript, since it includes types.

const command = new Command("only-words")
  .description("Checks that only comments changed between two commits.")
  .argument("[from]", "a commit", "HEAD")
  .argument("[to]", "a commit; without it, the working tree")
  .option("--titles", "allow changed titles of tests as well")
  .allowExcessArguments(false)
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
  .parse();
const { titles: allowsTitles = false } = command.opts<{ titles?: true }>();
const [from = "HEAD", to] = command.args;

const git = (...gitArgs: string[]) =>
  execFileSync("git", gitArgs, { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });

const source = /\.(ts|tsx|mts|mjs|js)$/;
/** Comments that tools read; they must not change. */
const directive =
  /^[\s*]*(@ts-|oxlint-|eslint-|oxfmt-|knip|@vite|@vitest|webpack|[#@]__PURE__|@license|c8 |v8 |istanbul|#region|[A-Za-z-]+:(?:ignore|disable))/;
/** Functions whose first argument is a test title. */
const titled = new Set(["test", "it", "describe", "suite", "property"]);

const changed = git(
  "diff",
  "--name-status",
  "--no-renames",
  from,
  ...(to === undefined ? [] : [to]),
)
  .trimEnd()
  .split("\n")
  .filter((line) => line !== "");

let passed = 0;
let failed = 0;
for (const line of changed) {
  const [status, path = ""] = line.split("\t");
  if (!source.test(path)) continue;
  if (status !== "M") {
    report(path, status === "A" ? "is new" : "is gone");
    continue;
  }
  const before = git("show", `${from}:${path}`);
  const after = to === undefined ? readFileSync(path, "utf8") : git("show", `${to}:${path}`);
  if (withoutWords(path, before) === withoutWords(path, after)) passed++;
  else report(path, "has other code");
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

function report(path: string, problem: string): void {
  failed++;
  console.error(`${path} ${problem}`);
}

/** Returns the syntax tree as text, without positions and comments but with directives. */
function withoutWords(path: string, text: string): string {
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) return `${path}: ${errors[0]?.message}: ${text}`;
  const directives = comments.map(({ value }) => value).filter((value) => directive.test(value));
  return JSON.stringify(
    [program, directives],
    function (this: unknown, key: string, value: unknown) {
      if (typeof value === "bigint") return String(value);
      if (key === "start" || key === "end" || key === "range" || key === "loc") return undefined;
      if (allowsTitles && isTitledCall(value)) {
        const [, ...rest] = value.arguments;
        return { ...value, arguments: ["title", ...rest] };
      }
      return value;
    },
  );
}

interface Call {
  readonly type: "CallExpression";
  readonly callee: Readonly<Record<string, unknown>>;
  readonly arguments: readonly unknown[];
}

function isTitledCall(node: unknown): node is Call {
  if (typeof node !== "object" || node === null) return false;
  const call = node as Partial<Call>;
  return (
    call.type === "CallExpression" &&
    call.arguments !== undefined &&
    isText(call.arguments[0]) &&
    titled.has(rootName(call.callee))
  );
}

/** Returns true for a string; the first argument of `test.each` is a table, which must not change. */
function isText(node: unknown): boolean {
  const { type, value } = (node ?? {}) as { readonly type?: string; readonly value?: unknown };
  return type === "TemplateLiteral" || (type === "Literal" && typeof value === "string");
}

/** Returns the name at the root of a callee: `test` of `test.skipIf(x).each(rows)`. */
function rootName(callee: unknown): string {
  let node = callee as Readonly<Record<string, unknown>> | undefined;
  while (node !== undefined && node["type"] !== "Identifier") {
    node = (node["object"] ?? node["callee"] ?? node["tag"]) as typeof node;
  }
  return typeof node?.["name"] === "string" ? node["name"] : "";
}
