import type { Database, PreparedStatement, Sqlite3Static } from "@sqlite.org/sqlite-wasm";
import type { SqlValue } from "../../sql/connection.ts";
import type { OpenConnection } from "../driver.ts";
import { tookQuotaError } from "./load-sqlite.ts";
import { type ColumnReader, readColumns } from "./read-columns.ts";
import {
  createSqliteConnection,
  type DriverStatement,
  type SqliteConnection,
} from "../sqlite-connection.ts";

/** Error of SQLite with the same name as other drivers' errors. */
class WasmSqliteError extends Error {
  override readonly name = "SqliteError";
  /** The extended result code (`SQLITE_CONSTRAINT_UNIQUE`, …). */
  readonly code: string;

  constructor(code: string, cause: Error) {
    // The library puts the code's name and number before SQLite's message.
    super(cause.message.replace(/^SQLITE_\w+: sqlite3 result code \d+: /, ""), { cause });
    this.code = code;
  }
}

/**
 * Opens `file` of a virtual file system, the default one if `vfs` is absent. The file can have no other
 * connection: this one holds its exclusive lock, which write-ahead mode needs without shared memory.
 */
export function openWasmConnection(
  sqlite3: Sqlite3Static,
  options: OpenConnection & { readonly vfs?: string | undefined },
): SqliteConnection {
  const { capi } = sqlite3;
  const columns = readColumns(sqlite3);
  /** Errors that our functions threw, in order: SQLite keeps only the text. */
  const thrown: unknown[] = [];

  const asked = <T>(work: () => T): T => {
    thrown.length = 0;
    tookQuotaError();
    try {
      return work();
    } catch (error) {
      if (thrown.length > 0) throw thrown[0];
      const code = resultCode(error);
      if (code === null || !(error instanceof Error)) throw error;
      const name = tookQuotaError() ? "SQLITE_FULL_QUOTA" : capi.sqlite3_js_rc_str(code);
      throw new WasmSqliteError(name ?? `SQLITE_${code}`, error);
    }
  };

  const driver: Database = asked(() => {
    const flags = options.readonly ? "r" : "c";
    const { file: filename, vfs } = options;
    return new sqlite3.oo1.DB({ filename, flags, ...(vfs === undefined ? {} : { vfs }) });
  });
  try {
    // Set before any statement that reads the schema: a file in write-ahead mode would need shared memory.
    asked(() => driver.exec("PRAGMA locking_mode = EXCLUSIVE"));
  } catch (error) {
    driver.close();
    throw error;
  }

  return createSqliteConnection(
    {
      exec: (sql) => {
        asked(() => driver.exec(sql));
      },
      function: (name, { deterministic }, body) => {
        const xFunc = (_context: number, ...parameters: unknown[]): SqlValue => {
          try {
            return sqlValue(body(...parameters));
          } catch (error) {
            thrown.push(error);
            throw error;
          }
        };
        driver.createFunction({ name, xFunc, arity: body.length, deterministic });
      },
      prepare: (sql) =>
        wasmStatement(
          asked(() => driver.prepare(sql)),
          asked,
          columns,
          () => ({
            changes: capi.sqlite3_changes64(pointerOf(driver)),
            lastInsertRowid: capi.sqlite3_last_insert_rowid(pointerOf(driver)),
          }),
        ),
      isInTransaction: () => capi.sqlite3_get_autocommit(pointerOf(driver)) === 0,
      backup: async (file) => {
        asked(() => driver.exec({ sql: "VACUUM INTO ?", bind: [file] }));
      },
      close: () => driver.close(),
    },
    // Without a listener, errors are only logged to the console.
    { ...options, onListenerError: options.onListenerError ?? ((error) => console.error(error)) },
  );
}

type Asked = <T>(work: () => T) => T;

function wasmStatement(
  statement: PreparedStatement,
  asked: Asked,
  columns: ColumnReader,
  outcome: () => ReturnType<DriverStatement["run"]>,
): DriverStatement {
  const hasParameters = statement.parameterCount > 0;
  let names: string[] = [];
  let isBusy = false;
  let isWanted = true;

  /** Throws if rows of the last call are still being read: they would become those of the new call. */
  function refuseWhenBusy(): void {
    if (isBusy) throw new TypeError("this statement is busy executing a query");
  }

  function bind(parameters: readonly unknown[]): void {
    isBusy = true;
    if (hasParameters) asked(() => statement.bind(parameters.map(sqlValue)));
    else if (parameters.length > 0) throw new RangeError("too many parameter values were provided");
  }

  function end(): void {
    isBusy = false;
    // Ignores the result: it repeats the error that `step` threw.
    statement.resetNoThrow(true);
    if (!isWanted) statement.finalize();
  }

  /** Reads the names again after a schema change, which may add columns to a `*`. */
  function readNames(): void {
    if (names.length !== statement.columnCount) names = statement.getColumnNames([]);
  }

  function row(): Record<string, SqlValue> {
    const values: Record<string, SqlValue> = {};
    const { pointer } = statement;
    if (pointer === undefined) throw new Error("the statement is finalized");
    for (let i = 0; i < names.length; i += 1) values[names[i]!] = columns(pointer, i);
    return values;
  }

  const step = (): boolean => asked(() => statement.step());

  function* rows(parameters: readonly unknown[]): Generator<Record<string, SqlValue>, undefined> {
    refuseWhenBusy();
    try {
      bind(parameters);
      if (!step()) return;
      readNames();
      do yield row();
      while (step());
    } finally {
      end();
    }
  }

  return {
    reader: statement.columnCount > 0,
    all: (parameters) => [...rows(parameters)],
    run: (parameters) => {
      refuseWhenBusy();
      try {
        bind(parameters);
        while (step());
        return outcome();
      } finally {
        end();
      }
    },
    iterate: rows,
    finalize: () => {
      isWanted = false;
      if (!isBusy) statement.finalize();
    },
  };
}

function pointerOf(database: Database): number {
  if (database.pointer === undefined) throw new Error("the database is closed");
  return database.pointer;
}

function resultCode(error: unknown): number | null {
  if (!(error instanceof Error) || !("resultCode" in error)) return null;
  return typeof error.resultCode === "number" ? error.resultCode : null;
}

/** Returns a value that SQLite can store or return; throws for others, which are mistakes of ours. */
function sqlValue(value: unknown): SqlValue {
  switch (typeof value) {
    case "string":
    case "number":
    case "bigint":
      return value;
    default:
      if (value === null || value instanceof Uint8Array) return value;
      throw new TypeError("SQLite takes numbers, strings, bigints, bytes and null");
  }
}
