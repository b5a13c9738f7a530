import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseSync } from "oxc-parser";
import { describe, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");

/** What takes its own word for what JSON is, each for its reason. */
const trusting = [
  // Trusts the server that it talks to: the types of its answers are written by the server's tests.
  "packages/client/src/create-client.ts",
  // What arrives is a copy of what was sent.
  "packages/db/tests/sync/replicas.ts",
];
/** Looks into rows that the product wrote, and calls it a violation where one cannot be read. */
const trustingFolder = "tests/simulation/";

type Node = Readonly<Record<string, unknown>>;

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

/** The places where a program takes its own word for what JSON is, as `line: text`. */
function claims(file: string, source: string): string[] {
  // Most files read no JSON, and need not be parsed.
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

/** `JSON.parse(…) as T`, and the same of what a response reads as JSON, also in an object around it. */
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

describe("JSON that was read", () => {
  test.each([
    ["JSON.parse(text) as Row", 1],
    ["(await answer.json()) as Row", 1],
    ["({ body: await answer.json() }) as Row", 1],
    ["JSON.parse(text) as unknown", 0],
    ["parseJson(schema, text)", 0],
    ["reply.json(body) as Row", 0],
  ])("is found where it is taken for something: %s", (source, count) => {
    expect(claims("a.ts", source)).toHaveLength(count);
  });

  test("is not taken for something, but parsed", () => {
    expect(files.length).toBeGreaterThan(1300);
    const found = files.flatMap((file) => claims(file, readFileSync(resolve(root, file), "utf8")));
    expect(found).toEqual([]);
  });
});
