import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");

/** Sources of the programs by path, without tests. */
const sources = new Map(
  globSync(["packages/*/src/**/*.{ts,tsx}", "apps/*/src/**/*.{ts,tsx}"], { cwd: root })
    .filter((file) => !/\.(?:test|spec)\.tsx?$/.test(file))
    .map((file) => [file, readFileSync(resolve(root, file), "utf8")]),
);

const filesWith = (pattern: RegExp): string[] =>
  [...sources].filter(([, text]) => pattern.test(text)).map(([file]) => file);

/** Forbidden ways to run code after a commit; `stores.afterCommit` is the only one (ADR 0041). */
const otherWays: readonly (readonly [way: string, pattern: RegExp, but: readonly string[]])[] = [
  [
    "an asynchronous context",
    /["'](?:node:)?async_hooks["']/,
    [
      // It names the request in log lines.
      "apps/server/src/http/guards/request-id.ts",
      // It rejects nested writes, which would deadlock.
      "packages/db/src/dialect/node/write-nesting.ts",
    ],
  ],
  [
    "a Proxy over a store",
    /\bnew Proxy\b/,
    // It stands in for the browser's storage of settings.
    ["apps/web/src/page/memory-storage.ts"],
  ],
];

/** Writes to the tables from which credentials are checked. */
const credentialWrite =
  /\b(?:users|sessions|accessTokens|spaces)\s*\.\s*(?:insert|update|close|remove\w*|save\w*)\(/;

describe("code that runs after a commit", () => {
  test("is searched in all sources", () => {
    expect(sources.size).toBeGreaterThan(500);
    expect(filesWith(/\bafterCommit\(/).length).toBeGreaterThan(10);
  });

  test.each(otherWays)("isn't triggered by %s", (_way, pattern, but) => {
    expect(filesWith(pattern)).toEqual(but);
  });

  test("is notified by every function that changes credentials", () => {
    const changing = filesWith(credentialWrite).filter((file) => file.startsWith("packages/core/"));
    expect(changing.length).toBeGreaterThan(5);
    const silent = changing.filter((file) => !sources.get(file)?.includes('"credentials-changed"'));
    // Only records the time of last use.
    expect(silent).toEqual(["packages/core/src/auth/identify.ts"]);
  });
});
