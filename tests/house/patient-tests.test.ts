import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseSync } from "oxc-parser";
import { describe, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const read = (file: string): string => readFileSync(resolve(root, file), "utf8");

/** Files that may break these rules, each with its reason. */
const exempt = new Map<string, string>([]);

/** Minimum length of a forbidden sleep in ms: a longer one hides a missing event. */
const shortestSleepMs = 100;
/**
 * Minimum length of a permitted `pg_sleep` in seconds: it outlasts every test, so no test waits for its end.
 */
const endlessSleepS = 300;

/** Reads a time in ms from a configuration file. */
function givenBy(file: string, pattern: RegExp): number {
  const [, digits] = pattern.exec(read(file)) ?? [];
  if (digits === undefined) throw new Error(`${file} has no ${pattern.source}`);
  return Number(digits.replaceAll("_", ""));
}

const given = {
  test: givenBy("vitest.config.ts", /slowMs = ([\d_]+);/),
  wait: givenBy("scripts/patient-waits.ts", /patienceMs = ([\d_]+);/),
  query: givenBy("packages/ui/tests/patient-queries.ts", /asyncUtilTimeout: ([\d_]+) /),
  browserTest: givenBy("playwright.config.ts", /^ {2}timeout: ([\d_]+),/m),
  browserWait: givenBy("playwright.config.ts", /expect: \{ timeout: ([\d_]+) \}/),
};

/** Returns the time limit of a test in its project, in ms: `vitest.config.ts` raises it for slow projects. */
function testLimitOf(file: string): number {
  if (/^tests\/(?:move\/|.*\.postgres\.)/.test(file)) return 240_000;
  // packages/db also runs over WebAssembly.
  if (/^(?:tests|bench|scripts(?!\/postgres)|packages\/db)\//.test(file)) return 120_000;
  return given.test;
}

type Node = Readonly<Record<string, unknown>> & { readonly type: string };

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

function visit(value: unknown, onNode: (node: Node) => void): void {
  if (Array.isArray(value)) for (const each of value) visit(each, onNode);
  if (!isNode(value)) return;
  onNode(value);
  for (const each of Object.values(value)) visit(each, onNode);
}

const nodesIn = (value: unknown): readonly Node[] =>
  Array.isArray(value) ? value.filter(isNode) : [];

function nameOf(node: unknown): string {
  if (!isNode(node)) return "";
  if (node.type === "Identifier") return String(node["name"]);
  return node.type === "MemberExpression" ? nameOf(node["property"]) : "";
}

/** Returns the first name of a call: `test` in `test.each(rows)("title", run)`. */
function rootOf(node: unknown): string {
  if (!isNode(node)) return "";
  return (
    nameOf(node.type === "Identifier" ? node : null) || rootOf(node["object"] ?? node["callee"])
  );
}

const isFunction = ({ type }: Node): boolean => /^(?:Arrow)?Function(?:Expression)?/.test(type);

const tests = ["test", "it", "describe"];
const hooks = ["beforeAll", "beforeEach", "afterAll", "afterEach"];

/** Matches every file that can break a rule, so the others needn't be parsed. */
const suspect = /timeout|sleep|\.now\(|hrtime|,\s*[\d_]{4,},?\s*\)|[)}],\s*[a-z]\w*,?\s*\)/i;

/** Lists the places where a file breaks a rule, as `file:line: rule`. */
function impatienceIn(file: string, source: string): string[] {
  if (!suspect.test(source)) return [];
  const { program } = parseSync(file, source);
  const constants = new Map<string, unknown>();
  /** Names of `setTimeout` that return a promise. */
  const sleeps = new Set<string>();
  visit(program, (node) => {
    if (node.type === "VariableDeclarator" && isNode(node["init"])) {
      constants.set(nameOf(node["id"]), node["init"]);
    }
    if (node.type !== "ImportDeclaration" || !isNode(node["source"])) return;
    if (!/^(?:node:)?timers\/promises$/.test(String(node["source"]["value"]))) return;
    for (const { imported, local } of nodesIn(node["specifiers"])) {
      if (nameOf(imported) === "setTimeout") sleeps.add(nameOf(local));
    }
  });

  /** Replaces the name of a constant with its value. */
  function valueOf(node: unknown): unknown {
    if (!isNode(node) || node.type !== "Identifier") return node;
    return constants.get(nameOf(node)) ?? node;
  }

  /** Returns the maximum of a numeric expression; null if the source doesn't show it. */
  function numberOf(given: unknown, depth = 0): number | null {
    const node = valueOf(given);
    if (!isNode(node) || depth > 9) return null;
    const { type, value, operator, left, right, expression } = node;
    if (type === "Literal") return typeof value === "number" ? value : null;
    if (type === "ParenthesizedExpression") return numberOf(expression, depth + 1);
    if (type !== "BinaryExpression") return null;
    const [a, b] = [numberOf(left, depth + 1), numberOf(right, depth + 1)];
    if (operator === "%" && b !== null) return b - 1;
    if (a === null || b === null) return null;
    if (operator === "*") return a * b;
    if (operator === "+") return a + b;
    return operator === "-" ? a - b : null;
  }

  /** Returns the `timeout` of options, which may be a plain number; null if there is none. */
  function timeoutIn(options: unknown): number | null {
    const node = valueOf(options);
    if (!isNode(node)) return null;
    if (node.type !== "ObjectExpression") return numberOf(node);
    const property = nodesIn(node["properties"]).find(({ key }) => nameOf(key) === "timeout");
    return numberOf(property?.["value"]);
  }

  const isClock = (given: unknown): boolean => {
    const node = valueOf(given);
    if (!isNode(node) || node.type !== "CallExpression" || !isNode(node["callee"])) return false;
    const { object, property } = node["callee"];
    return /^(?:performance|Date|process)\.(?:now|hrtime)$/.test(
      `${nameOf(object)}.${nameOf(property)}`,
    );
  };
  /** Returns true if a value is the difference of two clock readings. */
  function isElapsed(given: unknown): boolean {
    let isFound = false;
    visit(valueOf(given), ({ type, operator, left, right }) => {
      isFound ||=
        type === "BinaryExpression" && operator === "-" && isClock(left) && isClock(right);
    });
    return isFound;
  }

  /**
   * Returns the delay of a sleep: null if the call isn't one, `Infinity` if the source doesn't show how long.
   */
  function sleepOf({ callee }: Node, given: readonly Node[]): number | null {
    const name = nameOf(callee);
    const isWait = name === "waitForTimeout" || sleeps.has(name);
    if (!isWait && (name !== "setTimeout" || rootOf(callee) === "test")) return null;
    const delay = given[isWait ? 0 : 1];
    return delay === undefined ? 0 : (numberOf(delay) ?? Infinity);
  }

  /** Returns the minimum limit for a call, and the arguments that may set one. */
  function limitOf(
    { callee }: Node,
    given_: readonly Node[],
  ): readonly [number, readonly unknown[]] {
    const [name, first] = [nameOf(callee), rootOf(callee)];
    const isBrowser = file.includes(".spec.");
    if (hooks.includes(first)) return [given.test, given_.slice(1)];
    if (name === "setTimeout" && first === "test") return [given.browserTest, given_];
    if (tests.includes(first) && given_.some(isFunction)) {
      return [isBrowser ? given.browserTest : testLimitOf(file), given_.slice(1)];
    }
    const others = given_.slice(1);
    if (isBrowser) {
      const isExpected = first === "expect" && name !== "toPass";
      const objects = given_.filter((each) => isNode(valueOf(each)) && isObject(valueOf(each)));
      return [isExpected ? given.browserWait : given.browserTest, objects];
    }
    if (first === "vi" && /^wait(?:For|Until)$/.test(name)) return [given.wait, others];
    if (first === "expect" && name === "poll") return [given.wait, others];
    if (/^find(?:All)?By|^waitFor/.test(name)) return [given.query, others.filter(isNode)];
    return [0, []];
  }
  const isObject = (node: unknown): boolean => isNode(node) && node.type === "ObjectExpression";

  const found: string[] = [];
  visit(program, (node) => {
    const note = (what: string): void => {
      const line = source.slice(0, Number(node["start"])).split("\n").length;
      found.push(`${file}:${line}: ${what}`);
    };
    const text = node.type === "TemplateElement" ? sourceOf(node) : node["value"];
    if (typeof text === "string") {
      for (const [, seconds] of text.matchAll(/pg_sleep\(([\d.]+)\)/g)) {
        if (Number(seconds) * 1000 >= shortestSleepMs && Number(seconds) < endlessSleepS) {
          note("a fixed sleep");
        }
      }
    }
    if (node.type !== "CallExpression") return;
    const args = nodesIn(node["arguments"]);
    if ((sleepOf(node, args) ?? 0) >= shortestSleepMs) note("a fixed sleep");
    const [limit, options] = limitOf(node, args);
    if (options.some((each) => (timeoutIn(each) ?? Infinity) < limit)) note("a limit of its own");
    if (/^to(?:Be(?:Less|Greater)Than|BeCloseTo)/.test(nameOf(node["callee"]))) {
      const asserted = isNode(node["callee"]) ? node["callee"]["object"] : null;
      const [value] = isNode(asserted) ? nodesIn(asserted["arguments"]) : [];
      if (isElapsed(value)) note("an asserted time");
    }
  });
  return found;

  function sourceOf({ start, end }: Node): string {
    return source.slice(Number(start), Number(end));
  }
}

describe("no test", () => {
  const files = globSync("{apps,packages,bench,scripts,tests}/**/*.{test,spec}.{ts,tsx}", {
    cwd: root,
    exclude: ["**/node_modules/**", "**/out/**", "**/dist/**"],
  });
  const found = files.map((file) => [file, impatienceIn(file, read(file))] as const);

  test("waits for a fixed time, asserts one, or has a limit below its project's", () => {
    expect(files.length).toBeGreaterThan(650);
    expect(found.flatMap(([file, of]) => (exempt.has(file) ? [] : of))).toEqual([]);
  });

  test("has an unnecessary exemption", () => {
    const needed = found.filter(([, of]) => of.length > 0).map(([file]) => file);
    expect([...exempt.keys()].filter((file) => !needed.includes(file))).toEqual([]);
  });
});

const sleep = "a fixed sleep";
const limit = "a limit of its own";
const time = "an asserted time";
const sql = "pg_sleep";
const promised = 'import { setTimeout as sleep } from "node:timers/promises";';

test.each([
  ["await new Promise((done) => setTimeout(done, 700));", sleep],
  ["await new Promise((done) => setTimeout(done, 20));", null],
  ["const waitMs = 2 * 250; setTimeout(done, waitMs);", sleep],
  ["for (const ms of delays) setTimeout(done, ms);", sleep],
  ["setTimeout(done, (n % 3) * 5);", null],
  ["setTimeout(done);", null],
  [`${promised} await sleep(1500);`, sleep],
  [`${promised} await sleep(50);`, null],
  ["await page.waitForTimeout(100);", sleep],
  [`await client.query("SELECT ${sql}(1)");`, sleep],
  [`await client.query(\`SELECT \${one}, ${sql}(1)\`);`, sleep],
  [`await client.query("SELECT ${sql}(0.01)");`, null],
  [`await client.query("SELECT ${sql}(600)");`, null],
  ['test("title", { timeout: 30_000 }, async () => {});', limit],
  ['test("title", async () => {}, 5000);', limit],
  ['test("title", async () => {}, 120_000);', null],
  ['test.each(rows)("title", { timeout: 20_000 }, async () => {});', limit],
  ['const timeout = 30_000; test("title", { timeout }, async () => {});', limit],
  ['const slow = { timeout: 30_000 }; describe("title", slow, () => {});', limit],
  ["beforeAll(async () => {}, 30_000);", limit],
  ["beforeAll(async () => {}, 90_000);", null],
  ["await vi.waitFor(() => check(), 5000);", limit],
  ["await vi.waitFor(() => check(), { timeout: 10_000, interval: 5 });", limit],
  ["await vi.waitFor(() => check(), { interval: 5 });", null],
  ["await vi.waitFor(() => check(), 60_000);", null],
  ["await vi.waitUntil(() => isDone, { timeout: 5000 });", limit],
  ["await waitFor(() => check(), { timeout: 5000 });", limit],
  ['await screen.findByText("words", undefined, { timeout: 5000 });', limit],
  ["await expect.poll(() => count, { timeout: 5000 }).toBe(1);", limit],
  ["await expect.poll(() => count).toBe(1);", null],
  ["expect(performance.now() - startMs).toBeLessThan(bound);", null],
  ["const startMs = performance.now(); expect(performance.now() - startMs).toBeLessThan(5);", time],
  ["const at = Date.now(); expect(Date.now() - at).toBeGreaterThanOrEqual(5);", time],
  ["const at = Date.now(); const tookMs = Date.now() - at; expect(tookMs).toBeLessThan(9);", time],
  ["expect(row.dueMs - Date.now()).toBeLessThan(60_000);", null],
])("a vitest file: %s", (source, refused) => {
  const found = impatienceIn("apps/server/src/a.test.ts", source);
  expect(found).toEqual(refused === null ? [] : [expect.stringContaining(refused)]);
});

test.each([
  ["await expect(card).toBeVisible({ timeout: 10_000 });", limit],
  ["await expect(card).toBeVisible({ timeout: 30_000 });", null],
  ["await expect(card).not.toHaveText(words, { timeout: 500 });", limit],
  ["await expect(check).toPass({ timeout: 40_000, intervals: [50] });", limit],
  ["await expect(check).toPass({ intervals: [50] });", null],
  ["await expect.poll(width, { timeout: 5000 }).toBe(1);", limit],
  ["await button.click({ timeout: 2000 });", limit],
  ["test.setTimeout(60_000);", limit],
  ["test.setTimeout(300_000);", null],
  ["test.describe.configure({ timeout: 60_000 });", limit],
  ["await page.evaluate(() => new Promise((done) => setTimeout(done, 100)));", sleep],
])("a Playwright file: %s", (source, refused) => {
  const found = impatienceIn("tests/browser/a.spec.ts", source);
  expect(found).toEqual(refused === null ? [] : [expect.stringContaining(refused)]);
});

test("compares a limit with that of the test's own project", () => {
  const source = 'test("title", { timeout: 100_000 }, async () => {});';
  expect(impatienceIn("apps/server/src/a.test.ts", source)).toEqual([]);
  expect(impatienceIn("tests/system/a.test.ts", source)).toHaveLength(1);
});
