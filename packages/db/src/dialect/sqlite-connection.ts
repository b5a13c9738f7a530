import { Kysely, SqliteDialect } from "kysely";
import { queryDirectly } from "../sql/sql-text.ts";
import { sqliteDialect } from "./sqlite-dialect.ts";
import { createTextQueue, type TextQueue } from "../text-index/text-queue.ts";
import { createEffectQueue, type EffectQueue } from "./effect-queue.ts";
import { type FunctionHost, registerFilterFunctions } from "../filter/index.ts";
import type { Tables } from "../schema/tables.ts";
import type { SqlConnection, SqlValue } from "../sql/connection.ts";

/**
 * Durability: `server` syncs every commit to disk, so an acknowledged write survives a power cut. `device`
 * may lose the last commits to one, each with its outbox row.
 */
export type DatabaseRole = "server" | "device";

/** One open connection to a database file. Synchronous: every call returns when it is done. */
export interface SqliteConnection extends SqlConnection {
  readonly kysely: Kysely<Tables>;
  readonly texts: TextQueue;
  readonly effects: EffectQueue;
  /**
   * Ends queries that call `tidemark_step` more than `ms` after their first call, with the error that
   * `reached` returns. One limit at a time; null lifts it.
   */
  limitSteps(limit: { readonly ms: number; readonly reached: () => Error } | null): void;
  /** Returns false also after an error that made SQLite roll back, such as a full disk. */
  isInTransaction(): boolean;
  /** Copies the whole database into a new file while other connections may write. */
  backup(file: string): Promise<void>;
  close(): void;
}

/**
 * Called with the text of each statement before it runs. It may throw to fail the statement. For tests that
 * interrupt a transaction at each of its statements in turn.
 */
export type BeforeStatement = (sql: string) => void;

/** A driver's prepared statement; its parameters are bound at each call. */
export interface DriverStatement {
  /** True if it returns rows. */
  readonly reader: boolean;
  all(parameters: readonly unknown[]): unknown[];
  run(parameters: readonly unknown[]): {
    readonly changes: number | bigint;
    readonly lastInsertRowid: number | bigint;
  };
  /**
   * Iterates over the rows. The connection must not be used for anything else until the last row, or until
   * the iterator is closed.
   */
  iterate(parameters: readonly unknown[]): IterableIterator<unknown>;
  /** Frees its resources, if the driver needs that. */
  finalize?(): void;
}

/** A driver's open connection. Errors of SQLite have its result code as `code`. */
export interface DriverConnection extends FunctionHost {
  exec(sql: string): void;
  prepare(sql: string): DriverStatement;
  isInTransaction(): boolean;
  /** Copies the whole database into a new file. */
  backup(file: string): Promise<void>;
  close(): void;
}

const maxCachedStatements = 256;

/** Wraps a driver's connection; closes it if that fails. */
export function createSqliteConnection(
  driver: DriverConnection,
  options: {
    readonly beforeStatement?: BeforeStatement | undefined;
    /** Called with errors that a commit listener threw. */
    readonly onListenerError: (error: unknown) => void;
  },
): SqliteConnection {
  const { beforeStatement } = options;
  let stepLimit: { readonly ms: number; readonly reached: () => Error } | null = null;
  // Time before the first row isn't the list's: it is spent on planning, or on code that runs for the first
  // time.
  let firstStepMs: number | null = null;
  try {
    driver.exec("PRAGMA foreign_keys = ON");
    driver.exec("PRAGMA temp_store = MEMORY");
    driver.exec("PRAGMA cache_size = -16384");
    registerFilterFunctions(driver);
    // Must not be deterministic, or SQLite would call it once per query.
    driver.function("tidemark_step", { deterministic: false }, (_row: unknown) => {
      if (stepLimit === null) return 1;
      const nowMs = performance.now();
      firstStepMs ??= nowMs;
      if (nowMs - firstStepMs > stepLimit.ms) throw stepLimit.reached();
      return 1;
    });
  } catch (error) {
    driver.close();
    throw error;
  }

  // Preparing costs more than running most statements here; the texts repeat.
  const statements = new Map<string, DriverStatement>();
  const prepare = (sql: string): DriverStatement => {
    beforeStatement?.(sql);
    const cached = statements.get(sql);
    if (cached !== undefined) {
      // The order of use matters only once the cache is full.
      if (statements.size === maxCachedStatements) {
        statements.delete(sql);
        statements.set(sql, cached);
      }
      return cached;
    }
    const statement = driver.prepare(sql);
    statements.set(sql, statement);
    if (statements.size > maxCachedStatements) {
      const [oldest] = statements;
      if (oldest !== undefined) {
        statements.delete(oldest[0]);
        oldest[1].finalize?.();
      }
    }
    return statement;
  };

  const kysely = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: { close: () => undefined, prepare } }),
  });

  queryDirectly(kysely, {
    dialect: sqliteDialect,
    selectAll: (sql, parameters) => prepare(sql).all(parameters),
    run: (sql, parameters) => Number(prepare(sql).run(parameters).changes),
    send: (sql, parameters) => void prepare(sql).run(parameters),
    // A numbered row's `pk` is its rowid.
    insert: (sql, parameters) => Number(prepare(sql).run(parameters).lastInsertRowid),
  });

  const run: SqliteConnection["run"] = (sql, parameters = []) => {
    prepare(sql).run(parameters);
  };

  const all: SqliteConnection["all"] = <Row>(sql: string, parameters: readonly SqlValue[] = []) =>
    prepare(sql).all(parameters) as Row[];

  return {
    kysely,
    texts: createTextQueue({ run, all }),
    effects: createEffectQueue(options.onListenerError),
    exec: (sql) => driver.exec(sql),
    run,
    all,
    each: <Row>(sql: string, parameters: readonly SqlValue[] = []) =>
      prepare(sql).iterate(parameters) as IterableIterator<Row>,
    limitSteps: (limit) => {
      stepLimit = limit;
      firstStepMs = null;
    },
    isInTransaction: () => driver.isInTransaction(),
    backup: (file) => driver.backup(file),
    close: () => {
      for (const statement of statements.values()) statement.finalize?.();
      statements.clear();
      driver.close();
    },
  };
}

/**
 * Maximum number of pages in the log before a checkpoint: 16 MiB, four times SQLite's default. Typing in a
 * memo of 300 kB writes the same 150 pages with each key. A checkpoint writes each page once, however often
 * it changed since the last one.
 */
export const pagesPerCheckpoint = 4000;

/** Puts the file into write-ahead mode and sets the connection's durability by role. */
export function prepareWriter(
  connection: SqliteConnection,
  role: DatabaseRole,
  maxLogPages = pagesPerCheckpoint,
): void {
  connection.exec("PRAGMA journal_mode = WAL");
  connection.exec(`PRAGMA wal_autocheckpoint = ${maxLogPages}`);
  connection.exec(`PRAGMA synchronous = ${role === "server" ? "FULL" : "NORMAL"}`);
  // Deleted data must not remain in freed pages. The cost for creations and edits is too small to measure
  // (ADR 0026).
  connection.exec("PRAGMA secure_delete = ON");
}

/**
 * Page cache of each connection in KiB. A server has up to five connections, 40 MiB in all. Half of it made
 * text searches slower by a fifth, twice as much made nothing faster. On a device nearly everything is read
 * over one connection.
 */
const pageCacheKiB: Readonly<Record<DatabaseRole, number>> = { server: 8192, device: 16_384 };

/** Sets the size of a connection's page cache by role. */
export function boundPages(connection: SqliteConnection, role: DatabaseRole): void {
  connection.exec(`PRAGMA cache_size = -${pageCacheKiB[role]}`);
}

/** Frees every cached page that SQLite doesn't need at the moment. */
export function releasePages(connection: SqliteConnection): void {
  connection.exec("PRAGMA shrink_memory");
}
