import { existsSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { DatabaseDriver, OpenConnection } from "../src/dialect/driver.ts";
import { nodeDriver } from "../src/dialect/node/node-driver.ts";
import type { DatabaseRole, SqliteConnection } from "../src/dialect/sqlite-connection.ts";
import {
  openDatabase as openWithDriver,
  type DatabaseByRole,
  type OpenDatabase,
  type OpenDatabaseOptions,
} from "../src/open-database.ts";
import { loadSqlite, wasmDriver } from "../src/web.ts";

// These tests run on three engines. The default is better-sqlite3. TIDEMARK_DB=wasm runs SQLite as
// WebAssembly, with files in memory (`npx vitest run --project db-wasm`). TIDEMARK_DB=postgres runs
// PostgreSQL for everything but devices (`--project db-postgres`).

const isWasm = process.env["TIDEMARK_DB"] === "wasm";

/** True if servers use PostgreSQL here. */
export const isPostgres = process.env["TIDEMARK_DB"] === "postgres";

/**
 * Returns whether the engine under test lacks a feature, so the test is skipped. `fts5`: SQLite's text
 * indexes; `plans`: its query plans and the indexes that they name.
 */
export function lacks(what: "backups" | "fts5" | "plans"): boolean {
  return what === "backups" ? isWasm : isPostgres;
}

/** Open connections by file: WebAssembly has one for each. */
const open = new Map<string, SqliteConnection>();

export const driver: DatabaseDriver = isWasm ? watched(wasmDriver(await loadSqlite())) : nodeDriver;

export function openDatabase<Role extends DatabaseRole>(
  options: Omit<OpenDatabaseOptions<Role>, "driver">,
): Promise<OpenDatabase<DatabaseByRole[Role]>> {
  const file = nameOf(options.file);
  if (options.migrations !== undefined) beginEmpty(file);
  return openWithDriver({ ...options, file, driver });
}

/** Opens a connection below the stores. On WebAssembly, returns that of the open database. */
export function openSqliteConnection(options: OpenConnection): SqliteConnection {
  const file = nameOf(options.file);
  const shared = open.get(file);
  if (shared !== undefined) return { ...shared, close: () => {} };
  beginEmpty(file);
  return driver.open({ ...options, file });
}

/** Creates an empty file if there is none: a new database would get the newest schema at once. */
function beginEmpty(file: string): void {
  if (!isWasm && file !== ":memory:" && !existsSync(file)) writeFileSync(file, "");
}

/** Returns the name of a file; files in memory are in one folder. */
function nameOf(file: string): string {
  if (!isWasm || file === ":memory:") return file;
  return `/${basename(dirname(file))}-${basename(file)}`;
}

function watched(wasm: DatabaseDriver): DatabaseDriver {
  return {
    ...wasm,
    open(options) {
      const connection = wasm.open(options);
      if (options.file !== ":memory:") open.set(options.file, connection);
      return {
        ...connection,
        close: () => {
          open.delete(options.file);
          connection.close();
        },
      };
    },
  };
}
