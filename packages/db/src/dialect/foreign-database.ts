import type { SqlValue } from "../sql/connection.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";

/** A SQLite file of another program, with an unknown schema. */
export interface ForeignDatabase extends Disposable {
  /** Returns rows by column name; the caller must check their values. */
  all(sql: string, parameters?: readonly SqlValue[]): Readonly<Record<string, unknown>>[];
}

/** Reads another program's database over a connection. Throws SQLite's error if the file isn't a database. */
export function readForeign(connection: SqliteConnection): ForeignDatabase {
  try {
    // Views and triggers of an untrusted schema can then call no harmful function.
    connection.exec("PRAGMA trusted_schema = OFF; PRAGMA query_only = ON");
    connection.all("SELECT count(*) FROM sqlite_schema");
  } catch (error) {
    connection.close();
    throw error;
  }
  return {
    all: (sql, parameters) => connection.all(sql, parameters),
    [Symbol.dispose]: () => connection.close(),
  };
}
