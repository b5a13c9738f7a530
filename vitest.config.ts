import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { sentencePlugins } from "@tidemark/ui/sentences";
import { defineConfig, type Plugin, type TestProjectInlineConfiguration } from "vitest/config";

/** `npm run nightly` runs the tests that are too slow for every change: `x.nightly.test.ts`. */
const isNightly = process.env["TIDEMARK_NIGHTLY"] === "1";

const beyondGate = isNightly ? [] : ["**/*.nightly.test.ts"];

/** Set by `npm test` if nothing related to PostgreSQL changed (scripts/postgres-tests.ts). */
const isChosenOverPostgres = !isNightly && process.env["TIDEMARK_POSTGRES_TESTS"] === "chosen";

/**
 * Tests that need isolated modules because they mock one of Node's modules or check a fresh one. Tests that
 * advance timers by hours are isolated too, since they would run other files' pending timers.
 */
const ofOwnWorkers = ["**/*.isolated.test.{ts,tsx}"];

/**
 * Time limit of a test in ms. A shared machine can be three times slower than a desktop; only hanging tests
 * should time out.
 */
const slowMs = 60_000;

/** Raises the default time limits of waits, for slow machines. */
const patience = resolve(import.meta.dirname, "scripts/patient-waits.ts");

/** Copies new databases from a migrated one, and lets lists wait longer for their threads. */
const driverForTests = resolve(import.meta.dirname, "scripts/driver-for-tests.ts");

const seedsFile = resolve(import.meta.dirname, "scripts/fixed-seeds.ts");

/** Sets fixed seeds in files with property tests; other files don't load the library. */
const fixedSeeds: Plugin = {
  name: "fixed-seeds",
  transform: (code, file) =>
    file !== seedsFile && /from "(@fast-check\/vitest|fast-check)"/.test(code)
      ? { code: `${code}\nimport ${JSON.stringify(seedsFile)};\n`, map: null }
      : null,
};

/**
 * Returns a project whose tests are beside the source and in the workspace's `tests` folder. Test files of a
 * worker share its modules, which are then loaded once instead of hundreds of times.
 */
function workspace(
  name: string,
  root: string,
  test: TestProjectInlineConfiguration["test"] = {},
): TestProjectInlineConfiguration {
  return {
    plugins: [fixedSeeds],
    test: {
      name,
      root: resolve(import.meta.dirname, root),
      include: ["{src,tests}/**/*.test.{ts,tsx}"],
      exclude: [...beyondGate, ...ofOwnWorkers],
      isolate: false,
      environment: "node",
      setupFiles: [patience, driverForTests],
      testTimeout: slowMs,
      hookTimeout: slowMs,
      // A busy machine sometimes causes a race: CI retries failed tests once and reports them as flaky.
      retry: process.env["CI"] === undefined ? 0 : 1,
      ...test,
    },
  };
}

/** Returns the project of the tests that need isolated modules. */
function isolated(
  name: string,
  { test, ...project }: TestProjectInlineConfiguration,
): TestProjectInlineConfiguration {
  return {
    ...project,
    test: {
      ...test,
      name: `${name}-isolated`,
      include: ofOwnWorkers,
      exclude: beyondGate,
      isolate: true,
    },
  };
}

/**
 * Timers that `vi.useFakeTimers` replaces in page tests. jsdom renders frames by `setInterval`: if it began to
 * while that is replaced, the worker would never render again.
 */
const fakeTimersOfPages: NonNullable<TestProjectInlineConfiguration["test"]>["fakeTimers"] = {
  toFake: [
    "setTimeout",
    "clearTimeout",
    "Date",
    "performance",
    "requestAnimationFrame",
    "cancelAnimationFrame",
    "requestIdleCallback",
    "cancelIdleCallback",
  ],
};

const ui: TestProjectInlineConfiguration = {
  ...workspace("ui", "packages/ui", {
    environment: "jsdom",
    fakeTimers: fakeTimersOfPages,
    setupFiles: [
      patience,
      ...[
        "speak-english.ts",
        "no-layout.ts",
        "begin-in-silence.ts",
        "know-looks.ts",
        "settle-imports.ts",
        "patient-queries.ts",
        "load-late-parts.ts",
      ].map((file) => resolve(import.meta.dirname, "packages/ui/tests", file)),
    ],
  }),
  plugins: [fixedSeeds, sentencePlugins()],
};
const server = workspace("server", "apps/server", {
  // Tests with two processes over one database, which SQLite files don't support.
  exclude: [...beyondGate, ...ofOwnWorkers, "tests/processes/**"],
});
const desktop = workspace("desktop", "apps/desktop");

/** Tests of packages/db that run over WebAssembly with every change: most coverage in the least time. */
const gatePartOfWasm = [
  "src/dialect/wasm/**/*.test.ts",
  "tests/filter/{attachment-filters,filter-cases}.test.ts",
  "tests/sync/{protocol-v1,registers}.test.ts",
];

/** Tests of features that SQLite as WebAssembly doesn't have. */
const beyondWasm = [
  // Files, copies and damage of them, and other processes.
  "src/open-database.test.ts",
  "src/data-folder.test.ts",
  "src/wipe-database.test.ts",
  "src/blobs/**",
  "src/dialect/storage-fault.test.ts",
  "src/dialect/erase-deleted-text.nightly.test.ts",
  "tests/kill/**",
  // These check the file with `checkDerived`, which requires Node.
  "src/derived/**",
  "src/text-index/**",
  // Several connections, threads, and Node's async context.
  "src/dialect/node/**",
  "src/dialect/place-lists.test.ts",
  "src/stores/shared/cached/cached-memos.test.ts",
  "src/dialect/write-queue.test.ts",
  "src/dialect/sqlite-database.test.ts",
  // Databases of older versions, which are opened twice.
  "src/schema/**",
];

/**
 * Setup of every project over PostgreSQL. Their names contain `postgres`, by which `npm test` excludes them.
 */
const postgresSetup = resolve(import.meta.dirname, "scripts/postgres/vitest-setup.ts");

/** Tests of whole programs over PostgreSQL. */
const ofPostgres = "**/*.postgres{,.nightly}.test.ts";

/** Tests of SQLite's own features. */
const beyondPostgres = [
  // Files, copies and damage of them, and other processes.
  "db/src/open-database.test.ts",
  "db/src/data-folder.test.ts",
  "db/src/wipe-database.test.ts",
  "db/src/blobs/**",
  "db/src/dialect/**",
  "db/src/schema/**",
  "db/src/text-index/**",
  "db/tests/kill/**",
  // These check the file with SQLite's `checkDerived`.
  "db/src/derived/check-derived.test.ts",
  // Query plans of SQLite.
  "db/src/memo-list/list-plans.test.ts",
  "db/src/stores/server/figure-reader.test.ts",
  "db/src/filter/plan-to-sql.test.ts",
];

/** Server tests that use the database little, or repeat the same queries: nightly is enough. */
const nightlyOverPostgres = isNightly
  ? []
  : [
      "tests/{authorisation,client,connect,hostile,http,pages}/**",
      "tests/auth/{access-tokens,audit-log,auth,passwords}.test.ts",
      "tests/events/webhooks.test.ts",
      "tests/files/{attachments,files,s3-files,store-marker}.test.ts",
      "tests/guards/{body-deadline,declared-routes,judged-again}.test.ts",
      "tests/legacy/{clients-in-the-wild,forms,memos-clients,older-form}.test.ts",
      "tests/memos/{memos,share-pages}.test.ts",
      "tests/operations/{instance-settings,start-over-file}.test.ts",
      "tests/sync/{carets,pairing,upload-kill,upload-places,webhooks-of-devices}.test.ts",
      "tests/users/{settings,users}.test.ts",
      "tests/writes/broken-off.test.ts",
    ];

/** Tests of stores and sync for nightly runs; the remaining ones show most about the database itself. */
const nightlyStoresOverPostgres = isNightly
  ? []
  : [
      "db/src/stores/shared/library/**",
      "db/tests/sync/{attachment-schedules,attachments,begun-again,convergence,history}.test.ts",
      "db/tests/sync/{links,protocol-v1,rollback,text-links,visibility-clash}.test.ts",
    ];

/** Tests that show most about PostgreSQL, for changes unrelated to it. */
const chosenOverPostgres = {
  db: [
    "db-postgres/src/**/!(check-postgres-derived|ended-move|move-to-postgres).test.ts",
    "db-postgres/tests/both/both-databases.test.ts",
    "db/tests/filter/filter-cases.test.ts",
  ],
  server: [
    "tests/operations/postgres/start-over-postgres.test.ts",
    "tests/memos/order-and-pages.test.ts",
  ],
  system: ["tests/move/moved-server.test.ts"],
};

/** Returns the chosen tests, or all tests of a project unless only the chosen ones run. */
function overPostgres(project: keyof typeof chosenOverPostgres, all: string[]): string[] {
  return isChosenOverPostgres ? chosenOverPostgres[project] : all;
}

/** Test of the threads for slow lists, which a server over PostgreSQL doesn't have. */
const ofListThreads = "tests/memos/slow-filters.nightly.test.ts";

export default defineConfig({
  test: {
    // Half the cores of a large machine, since SQLite and argon2 use their own threads. At least three, since
    // some tests wait for PostgreSQL and other processes.
    maxWorkers: Math.max(3, Math.floor(availableParallelism() / 2)),
    reporters: ["default", "./scripts/tally-vitest.ts"],
    projects: [
      workspace("core", "packages/core", { setupFiles: patience }),
      workspace("db", "packages/db"),
      workspace("db-wasm", "packages/db", {
        // The same tests over SQLite as WebAssembly.
        env: { TIDEMARK_DB: "wasm" },
        include: isNightly ? ["{src,tests}/**/*.test.ts"] : gatePartOfWasm,
        exclude: beyondWasm,
        testTimeout: 120_000,
      }),
      workspace("db-postgres", "packages", {
        // The tests of packages/db with servers over PostgreSQL, and those of packages/db-postgres.
        env: { TIDEMARK_DB: "postgres" },
        globalSetup: postgresSetup,
        include: overPostgres("db", ["{db,db-postgres}/{src,tests}/**/*.test.ts"]),
        exclude: [...beyondGate, ...beyondPostgres, ...nightlyStoresOverPostgres],
      }),
      workspace("replica", "packages/replica"),
      workspace("transfer", "packages/transfer"),
      workspace("mcp", "packages/mcp"),
      ui,
      isolated("ui", ui),
      server,
      isolated("server", server),
      workspace("web", "apps/web"),
      workspace("server-postgres", "apps/server", {
        // The same tests over PostgreSQL.
        env: { TIDEMARK_DB: "postgres" },
        globalSetup: postgresSetup,
        include: overPostgres("server", ["tests/**/*.test.ts"]),
        exclude: [...beyondGate, ...ofOwnWorkers, ...nightlyOverPostgres, ofListThreads],
      }),
      desktop,
      isolated("desktop", desktop),
      workspace("postgres", ".", {
        globalSetup: postgresSetup,
        setupFiles: patience,
        include: ["scripts/postgres/**/*.test.ts"],
      }),
      workspace("house", ".", {
        include: ["scripts/**/*.test.ts", "tests/house/**/*.test.ts", "bench/**/*.test.ts"],
        setupFiles: patience,
        exclude: ["scripts/postgres/**", ...beyondGate, ...ofOwnWorkers],
        // They run the tools as programs, beside all other tests.
        testTimeout: 120_000,
      }),
      workspace("system", ".", {
        include: ["tests/**/*.test.ts"],
        exclude: [
          ...["tests/house/**", "tests/browser/**", "tests/simulation/**", "tests/move/**"],
          ...beyondGate,
          ofPostgres,
        ],
        testTimeout: 120_000,
      }),
      workspace("system-postgres", ".", {
        // Some start their own PostgreSQL and may kill it.
        globalSetup: postgresSetup,
        include: overPostgres("system", [`tests/${ofPostgres}`, "tests/move/**/*.test.ts"]),
        exclude: beyondGate,
        isolate: true,
        testTimeout: 240_000,
      }),
      workspace("simulation", ".", {
        include: ["tests/simulation/**/*.test.ts"],
        setupFiles: patience,
        testTimeout: 120_000,
      }),
    ],
  },
});
