import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

/** A project whose tests lie beside the source and in the workspace's own `tests` folder. */
function workspace(
  name: string,
  root: string,
  test: TestProjectInlineConfiguration["test"] = {},
): TestProjectInlineConfiguration {
  return {
    test: {
      name,
      root: resolve(import.meta.dirname, root),
      include: ["{src,tests}/**/*.test.{ts,tsx}"],
      environment: "node",
      ...test,
    },
  };
}

export default defineConfig({
  test: {
    // Half of a large machine, both cores of a small one: SQLite and argon2 use threads of their own.
    maxWorkers: Math.max(2, Math.floor(availableParallelism() / 2)),
    reporters: ["default", "./scripts/tally-vitest.ts"],
    projects: [
      workspace("core", "packages/core", { testTimeout: 20_000 }),
      workspace("db", "packages/db", { testTimeout: 30_000 }),
      workspace("db-wasm", "packages/db", {
        // The same tests over SQLite as WebAssembly.
        env: { TIDEMARK_DB: "wasm" },
        testTimeout: 60_000,
      }),
      workspace("replica", "packages/replica", { testTimeout: 20_000 }),
      workspace("ui", "packages/ui", { environment: "jsdom" }),
      workspace("server", "apps/server", { testTimeout: 20_000 }),
      workspace("desktop", "apps/desktop", { testTimeout: 20_000, hookTimeout: 30_000 }),
      workspace("house", ".", {
        include: ["scripts/**/*.test.ts", "tests/house/**/*.test.ts", "bench/**/*.test.ts"],
        // They start the house's tools as programs, beside everything else that runs.
        testTimeout: 60_000,
      }),
      workspace("system", ".", {
        include: ["tests/**/*.test.ts"],
        exclude: ["tests/house/**", "tests/browser/**", "tests/simulation/**"],
        // Whole servers and devices: one file at a time, after everything else.
        fileParallelism: false,
        sequence: { groupOrder: 1 },
        testTimeout: 120_000,
        hookTimeout: 60_000,
      }),
      workspace("simulation", ".", {
        include: ["tests/simulation/**/*.test.ts"],
        // Both cores, when nothing else needs them: what a schedule does never depends on the time.
        sequence: { groupOrder: 2 },
        testTimeout: 120_000,
      }),
    ],
  },
});
