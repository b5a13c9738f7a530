import { openSqliteConnection } from "./dialect/node/open-connection.ts";
import type { SqlValue } from "./sql/connection.ts";

/** A SQLite file of another program, with an unknown schema. */
export interface ForeignDatabase extends Disposable {
  /** Returns rows by column name; the caller must check their values. */
  all(sql: string, parameters?: readonly SqlValue[]): Readonly<Record<string, unknown>>[];
}

/**
 * Opens another program's database for reading. Open a copy: if there is a log beside the file, SQLite reads
 * it and creates a file for it. Throws SQLite's error if the file isn't a database.
 */
export function openForeignDatabase(file: string): ForeignDatabase {
  // Opened for writing: a database with a log can't be read without the file that SQLite creates beside it.
  const connection = openSqliteConnection({ file, readonly: false });
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
