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

// These tests run over three engines: over better-sqlite3; with TIDEMARK_DB=wasm over SQLite as
// WebAssembly, whose files are in memory (`npx vitest run --project db-wasm`); and with
// TIDEMARK_DB=postgres over PostgreSQL for whatever is no device (`--project db-postgres`).

const isWasm = process.env["TIDEMARK_DB"] === "wasm";

/** Whether a server's database is PostgreSQL's here. */
export const isPostgres = process.env["TIDEMARK_DB"] === "postgres";

/**
 * Whether the engine under test has not what a test needs, which is passed over then. `fts5`: SQLite's
 * text indexes; `plans`: the plans of its queries, and the indexes that they name.
 */
export function lacks(what: "backups" | "fts5" | "plans"): boolean {
  return what === "backups" ? isWasm : isPostgres;
}

/** By file: WebAssembly has one connection for each. */
const open = new Map<string, SqliteConnection>();

export const driver: DatabaseDriver = isWasm ? watched(wasmDriver(await loadSqlite())) : nodeDriver;

export function openDatabase<Role extends DatabaseRole>(
  options: Omit<OpenDatabaseOptions<Role>, "driver">,
): Promise<OpenDatabase<DatabaseByRole[Role]>> {
  const file = nameOf(options.file);
  if (options.migrations !== undefined) beginEmpty(file);
  return openWithDriver({ ...options, file, driver });
}

/** A connection past every store. Where there is but one, it is that of the database that is open. */
export function openSqliteConnection(options: OpenConnection): SqliteConnection {
  const file = nameOf(options.file);
  const shared = open.get(file);
  if (shared !== undefined) return { ...shared, close: () => {} };
  beginEmpty(file);
  return driver.open({ ...options, file });
}

/** Makes an empty file where there is none: a new database would have the newest schema at once. */
function beginEmpty(file: string): void {
  if (!isWasm && file !== ":memory:" && !existsSync(file)) writeFileSync(file, "");
}

/** The files in memory are in one folder. */
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
