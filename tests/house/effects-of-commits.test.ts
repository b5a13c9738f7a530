import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");

/** What the programs are made of, by its path; tests left out. */
const sources = new Map(
  globSync(["packages/*/src/**/*.{ts,tsx}", "apps/*/src/**/*.{ts,tsx}"], { cwd: root })
    .filter((file) => !/\.(?:test|spec)\.tsx?$/.test(file))
    .map((file) => [file, readFileSync(resolve(root, file), "utf8")]),
);

const filesWith = (pattern: RegExp): string[] =>
  [...sources].filter(([, text]) => pattern.test(text)).map(([file]) => file);

/** Ways in which what follows a commit must not be known: `stores.afterCommit` is (ADR 0041). */
const otherWays: readonly (readonly [way: string, pattern: RegExp, but: readonly string[]])[] = [
  [
    "an asynchronous context",
    /["'](?:node:)?async_hooks["']/,
    // It refuses a write inside a write, which would wait for itself.
    ["packages/db/src/dialect/node/write-nesting.ts"],
  ],
  ["a Proxy over a store", /\bnew Proxy\b/, []],
];

/** Writes to what the judgement of a credential is made of. */
const credentialWrite =
  /\b(?:users|sessions|accessTokens|spaces)\s*\.\s*(?:insert|update|close|remove\w*|save\w*)\(/;

describe("what follows a commit", () => {
  test("is looked for in all sources", () => {
    expect(sources.size).toBeGreaterThan(500);
    expect(filesWith(/\bafterCommit\(/).length).toBeGreaterThan(10);
  });

  test.each(otherWays)("is not known by %s", (_way, pattern, but) => {
    expect(filesWith(pattern)).toEqual(but);
  });

  test("is said by whoever changes credentials", () => {
    const changing = filesWith(credentialWrite).filter((file) => file.startsWith("packages/core/"));
    expect(changing.length).toBeGreaterThan(5);
    const silent = changing.filter((file) => !sources.get(file)?.includes('"credentials-changed"'));
    // Writes down a last use alone.
    expect(silent).toEqual(["packages/core/src/auth/identify.ts"]);
  });
});
