import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Subset of the tests for both databases that runs over PostgreSQL: the `chosen` few that show most about it,
 * or `most` of them after changes to related code. `npm run nightly` runs them all.
 */
export type PostgresTests = "chosen" | "most";

/** Code and tests that PostgreSQL can break and SQLite can't. */
const postgresPaths = [
  "packages/db",
  "packages/db-postgres",
  "packages/core/src/stores",
  "packages/core/src/feed",
  "packages/core/src/limits",
  "apps/server/src/cluster",
  "apps/server/src/start",
  "scripts/postgres",
  "scripts/postgres-tests.ts",
  "vitest.config.ts",
  "package-lock.json",
];

/** File with the commit at which `most` last passed; CONTRIBUTING.md explains how to update it. */
const passedFile = ".ci/postgres-passed";

/**
 * Returns `chosen` if none of `postgresPaths` differs from the commit at which `most` last passed, and `most`
 * if one does or that commit is not in this clone.
 */
export function neededPostgresTests(root: string): PostgresTests {
  const passed = readPassedCommit(root);
  if (passed === null) return "most";
  const args = ["diff", "--quiet", passed, "--", ...postgresPaths];
  return spawnSync("git", args, { cwd: root, stdio: "ignore" }).status === 0 ? "chosen" : "most";
}

/** Returns the command that records HEAD as passed, or null if the working tree differs from HEAD. */
export function recordCommand(root: string): string | null {
  try {
    const changes = execFileSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" });
    return changes === "" ? `git rev-parse HEAD > ${passedFile}` : null;
  } catch {
    return null;
  }
}

function readPassedCommit(root: string): string | null {
  try {
    const commit = readFileSync(join(root, passedFile), "utf8").trim();
    return /^[0-9a-f]{40}$/.test(commit) ? commit : null;
  } catch {
    return null;
  }
}
