import { Kysely, SqliteDialect } from "kysely";
import { askDirectly } from "../sql/sql-text.ts";
import { sqliteDialect } from "./sqlite-dialect.ts";
import { createTextQueue, type TextQueue } from "../text-index/text-queue.ts";
import { createEffectQueue, type EffectQueue } from "./effect-queue.ts";
import { type FunctionHost, registerFilterFunctions } from "../filter/index.ts";
import type { Tables } from "../schema/tables.ts";
import type { SqlConnection, SqlValue } from "../sql/connection.ts";

/**
 * `server` syncs every commit to the disk: an acknowledged write survives a power cut. `device` may
 * lose the last commits to one, each with its outbox row.
 */
export type DatabaseRole = "server" | "device";

/** One open connection to a database file. Single-threaded: every call returns when it is done. */
export interface SqliteConnection extends SqlConnection {
  readonly kysely: Kysely<Tables>;
  readonly texts: TextQueue;
  readonly effects: EffectQueue;
  /**
   * Ends queries that call `tidemark_step` for a row later than `ms` from the first one that they call it
   * for, with the error that `reached` makes. One limit at a time; null lifts it.
   */
  limitSteps(limit: { readonly ms: number; readonly reached: () => Error } | null): void;
  /** False also after an error that made SQLite roll back by itself, such as a full disk. */
  isInTransaction(): boolean;
  /** Copies the whole database into a new file while others go on writing. */
  backup(file: string): Promise<void>;
  close(): void;
}

/**
 * Called with the text of each statement before it runs; what it throws is thrown in its place. For
 * tests that break off a transaction at each of its statements in turn.
 */
export type BeforeStatement = (sql: string) => void;

/** A statement as a driver has it, with its parameters bound anew at each call. */
export interface DriverStatement {
  /** Whether it gives rows. */
  readonly reader: boolean;
  all(parameters: readonly unknown[]): unknown[];
  run(parameters: readonly unknown[]): {
    readonly changes: number | bigint;
    readonly lastInsertRowid: number | bigint;
  };
  /** Nothing else may be asked of the connection until the last row, or until it is left. */
  iterate(parameters: readonly unknown[]): IterableIterator<unknown>;
  /** Frees what it holds, where nothing else does. */
  finalize?(): void;
}

/** An open connection as a driver has it. Errors of SQLite have its result code as `code`. */
export interface DriverConnection extends FunctionHost {
  exec(sql: string): void;
  prepare(sql: string): DriverStatement;
  isInTransaction(): boolean;
  /** Copies the whole database into a new file. */
  backup(file: string): Promise<void>;
  close(): void;
}

const maxCachedStatements = 256;

/** Makes the connection of a driver into one of ours; closes it where that fails. */
export function createSqliteConnection(
  driver: DriverConnection,
  options: {
    readonly beforeStatement?: BeforeStatement | undefined;
    /** Given what a listener of commits threw. */
    readonly onListenerError: (error: unknown) => void;
  },
): SqliteConnection {
  const { beforeStatement } = options;
  let stepLimit: { readonly ms: number; readonly reached: () => Error } | null = null;
  // What comes before the first row is not the list's own: a plan, or code that runs for the first time.
  let firstStepMs: number | null = null;
  try {
    driver.exec("PRAGMA foreign_keys = ON");
    driver.exec("PRAGMA temp_store = MEMORY");
    driver.exec("PRAGMA cache_size = -16384");
    registerFilterFunctions(driver);
    // Not deterministic, or it would be asked once per query.
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
      // Which were asked last matters only once there are more than are kept.
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

  askDirectly(kysely, {
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
 * How many pages the log may hold before they are moved into the file: 16 MiB, four times SQLite's
 * own. Who types in a memo of 300 kB writes 150 of the same pages with each key, and each checkpoint
 * writes a page once, however often it was written since the one before.
 */
const pagesPerCheckpoint = 4000;

/** Puts the file into write-ahead mode and the connection into the durability of its role. */
export function prepareWriter(connection: SqliteConnection, role: DatabaseRole): void {
  connection.exec("PRAGMA journal_mode = WAL");
  connection.exec(`PRAGMA wal_autocheckpoint = ${pagesPerCheckpoint}`);
  connection.exec(`PRAGMA synchronous = ${role === "server" ? "FULL" : "NORMAL"}`);
  // What was removed must not stay behind in freed pages. It costs creations and edits nothing that
  // can be measured (ADR 0026).
  connection.exec("PRAGMA secure_delete = ON");
}

/**
 * How much of the file each connection of a database may keep in memory. A server has up to five, 40 MiB
 * in all: half of it made searches of texts slower by a fifth, twice as much made nothing faster. On a
 * device nearly all is read by the same connection.
 */
const keptPagesKiB: Readonly<Record<DatabaseRole, number>> = { server: 8192, device: 16_384 };

/** Bounds the pages that a connection keeps by what its database may hold in memory. */
export function boundPages(connection: SqliteConnection, role: DatabaseRole): void {
  connection.exec(`PRAGMA cache_size = -${keptPagesKiB[role]}`);
}

/** Has SQLite free every page that it keeps and does not need at this moment. */
export function releasePages(connection: SqliteConnection): void {
  connection.exec("PRAGMA shrink_memory");
}
