import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseSync } from "oxc-parser";
import { describe, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");

/** Files that may assert the type of JSON, each with its reason. */
const trusting = [
  // Trusts its server; the server's tests check the response types.
  "packages/client/src/create-client.ts",
  // The received data is a copy of what was sent.
  "packages/db/tests/sync/replicas.ts",
];
/** Folder that reads rows written by the product, and reports unreadable ones as violations. */
const trustingFolder = "tests/simulation/";

type Node = Readonly<Record<string, unknown>>;

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

/** Returns the places where a file asserts the type of JSON, as `file:line: text`. */
function claims(file: string, source: string): string[] {
  // Most files read no JSON, so they needn't be parsed.
  if (!/JSON\.parse|\.json\(\)/.test(source)) return [];
  const found: string[] = [];
  const look = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(look);
    if (!isNode(value)) return;
    if (isClaim(value, source)) {
      const { start, end } = value;
      const line = source.slice(0, Number(start)).split("\n").length;
      found.push(`${file}:${line}: ${source.slice(Number(start), Number(end))}`);
    }
    Object.values(value).forEach(look);
  };
  look(parseSync(file, source).program.body);
  return found;
}

/** Returns true for `JSON.parse(…) as T`, and the same for a response's JSON, also inside an object. */
function isClaim({ type, expression, typeAnnotation }: Node, source: string): boolean {
  if (type !== "TSAsExpression" || !isNode(expression) || !isNode(typeAnnotation)) return false;
  if (typeAnnotation["type"] === "TSUnknownKeyword") return false;
  return isReadJson(expression, source);
}

function isReadJson(node: Node, source: string): boolean {
  const { type, argument, expression, callee, properties, start, end } = node;
  if (type === "AwaitExpression" || type === "ParenthesizedExpression") {
    const inner = argument ?? expression;
    return isNode(inner) && isReadJson(inner, source);
  }
  if (type === "ObjectExpression" && Array.isArray(properties)) {
    return properties.some((each) => {
      const value: unknown = isNode(each) ? each["value"] : undefined;
      return isNode(value) && isReadJson(value, source);
    });
  }
  if (type !== "CallExpression" || !isNode(callee)) return false;
  const called = source.slice(Number(callee["start"]), Number(callee["end"]));
  const given = source.slice(Number(callee["end"]), Number(end));
  return start !== end && (called === "JSON.parse" || (called.endsWith(".json") && given === "()"));
}

const files = globSync("{packages,apps,scripts,bench,tests}/**/*.{ts,tsx}", {
  cwd: root,
  exclude: ["**/node_modules/**", "**/out/**", "**/dist/**"],
}).filter((file) => !trusting.includes(file) && !file.startsWith(trustingFolder));

describe("asserting the type of JSON", () => {
  test.each([
    ["JSON.parse(text) as Row", 1],
    ["(await answer.json()) as Row", 1],
    ["({ body: await answer.json() }) as Row", 1],
    ["JSON.parse(text) as unknown", 0],
    ["parseJson(schema, text)", 0],
    ["reply.json(body) as Row", 0],
  ])("is found in: %s", (source, count) => {
    expect(claims("a.ts", source)).toHaveLength(count);
  });

  test("isn't done; JSON is parsed with a schema", () => {
    expect(files.length).toBeGreaterThan(1300);
    const found = files.flatMap((file) => claims(file, readFileSync(resolve(root, file), "utf8")));
    expect(found).toEqual([]);
  });
});
