import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { sentencePlugins } from "@tidemark/ui/sentences";
import { defineConfig, type Plugin, type TestProjectInlineConfiguration } from "vitest/config";

/** `npm run nightly` runs what takes longer than every change can wait for: `x.nightly.test.ts`. */
const isNightly = process.env["TIDEMARK_NIGHTLY"] === "1";

const beyondGate = isNightly ? [] : ["**/*.nightly.test.ts"];

/** Set by `npm test` when nothing next to PostgreSQL changed (scripts/postgres-tests.ts). */
const isChosenOverPostgres = !isNightly && process.env["TIDEMARK_POSTGRES_TESTS"] === "chosen";

/**
 * Tests that replace a module of Node's, or look at a module that is new, have modules of their own. Tests
 * that let hours pass have timers of their own: they would play out what other files have left running.
 */
const ofOwnWorkers = ["**/*.isolated.test.{ts,tsx}"];

/** A shared machine can be three times as slow as a desk: only what hangs is to run into this. */
const slowMs = 60_000;

/** Tests wait for what a slow machine brings late. */
const patience = resolve(import.meta.dirname, "scripts/patient-waits.ts");

/** Copies new databases from a migrated one, and has lists wait for their threads. */
const driverForTests = resolve(import.meta.dirname, "scripts/driver-for-tests.ts");

const seedsFile = resolve(import.meta.dirname, "scripts/fixed-seeds.ts");

/** Files that try properties take their seeds from one place; nobody else pays for loading it. */
const fixedSeeds: Plugin = {
  name: "fixed-seeds",
  transform: (code, file) =>
    file !== seedsFile && /from "(@fast-check\/vitest|fast-check)"/.test(code)
      ? { code: `${code}\nimport ${JSON.stringify(seedsFile)};\n`, map: null }
      : null,
};

/**
 * A project whose tests lie beside the source and in the workspace's own `tests` folder. Files that a
 * worker runs share its modules, which loads them once instead of hundreds of times.
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
      // A busy machine loses a race at times: what fails there is run once more, and named.
      retry: process.env["CI"] === undefined ? 0 : 1,
      ...test,
    },
  };
}

/** What of a project must not share its modules. */
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

const ui: TestProjectInlineConfiguration = {
  ...workspace("ui", "packages/ui", {
    environment: "jsdom",
    setupFiles: [
      patience,
      ...[
        "speak-english.ts",
        "no-layout.ts",
        "begin-in-silence.ts",
        "settle-imports.ts",
        "patient-queries.ts",
      ].map((file) => resolve(import.meta.dirname, "packages/ui/tests", file)),
    ],
  }),
  plugins: [fixedSeeds, sentencePlugins()],
};
const server = workspace("server", "apps/server", {
  // Two processes over one database, which a file lets nobody have.
  exclude: [...beyondGate, ...ofOwnWorkers, "tests/processes/**"],
});
const desktop = workspace("desktop", "apps/desktop");

/** Tests of packages/db that run over WebAssembly with every change: they tell most in the least time. */
const gatePartOfWasm = [
  "src/dialect/wasm/**/*.test.ts",
  "tests/filter/{attachment-filters,filter-cases}.test.ts",
  "tests/sync/{protocol-v1,registers}.test.ts",
];

/** Tests of what SQLite as WebAssembly has not. */
const beyondWasm = [
  // Files, copies of them, damage in them, and other processes.
  "src/open-database.test.ts",
  "src/data-folder.test.ts",
  "src/wipe-database.test.ts",
  "src/blobs/**",
  "src/dialect/storage-fault.test.ts",
  "src/dialect/erase-deleted-text.nightly.test.ts",
  "tests/kill/**",
  // They look at the file through `checkDerived`, which is Node's.
  "src/derived/**",
  "src/text-index/**",
  // Several connections, threads, and the context that Node carries through promises.
  "src/dialect/node/**",
  "src/dialect/place-lists.test.ts",
  "src/stores/shared/cached/cached-memos.test.ts",
  "src/dialect/write-queue.test.ts",
  "src/dialect/sqlite-database.test.ts",
  // Databases of older versions, which are opened twice.
  "src/schema/**",
];

/** Of every project over PostgreSQL. Their names hold `postgres`: `npm test` leaves them out by that. */
const postgresSetup = resolve(import.meta.dirname, "scripts/postgres/vitest-setup.ts");

/** Whole programs over PostgreSQL. */
const ofPostgres = "**/*.postgres{,.nightly}.test.ts";

/** Tests of what is SQLite's own. */
const beyondPostgres = [
  // Files, copies of them, damage in them, and other processes.
  "db/src/open-database.test.ts",
  "db/src/data-folder.test.ts",
  "db/src/wipe-database.test.ts",
  "db/src/blobs/**",
  "db/src/dialect/**",
  "db/src/schema/**",
  "db/src/text-index/**",
  "db/tests/kill/**",
  // They look at the file through `checkDerived`, which is SQLite's.
  "db/src/derived/check-derived.test.ts",
  // The plans of its queries.
  "db/src/memo-list/list-plans.test.ts",
  "db/src/filter/plan-to-sql.test.ts",
];

/** A server's tests that ask little of a database, or the same of it many times: every night is enough. */
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

/** The same of stores and of sync: what is left tells most about the database itself. */
const nightlyStoresOverPostgres = isNightly
  ? []
  : [
      "db/src/stores/shared/library/**",
      "db/tests/sync/{attachment-schedules,attachments,begun-again,convergence,history}.test.ts",
      "db/tests/sync/{links,protocol-v1,rollback,text-links,visibility-clash}.test.ts",
    ];

/** The tests that show most about PostgreSQL, for changes that touch nothing next to it. */
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

/** Returns the chosen tests or, unless only those are to run, all of a project's. */
function overPostgres(project: keyof typeof chosenOverPostgres, all: string[]): string[] {
  return isChosenOverPostgres ? chosenOverPostgres[project] : all;
}

/** Threads for lists that take long, which a server over PostgreSQL has none of. */
const ofListThreads = "tests/memos/slow-filters.nightly.test.ts";

export default defineConfig({
  test: {
    // Half of a large machine: SQLite and argon2 use threads of their own. One more than a small one has
    // cores: some tests wait, for PostgreSQL and for other processes.
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
      ui,
      isolated("ui", ui),
      server,
      isolated("server", server),
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
        // They start the house's tools as programs, beside everything else that runs.
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
        // Some start a PostgreSQL of their own, which they may kill.
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
