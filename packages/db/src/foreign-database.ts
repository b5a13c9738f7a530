import { openSqliteConnection } from "./dialect/node/open-connection.ts";
import type { SqlValue } from "./sql/connection.ts";

/** A SQLite file of another program, of which nothing is known but that somebody wants it read. */
export interface ForeignDatabase extends Disposable {
  /** Rows by column name; what they hold is for the caller to look at. */
  all(sql: string, parameters?: readonly SqlValue[]): Readonly<Record<string, unknown>>[];
}

/**
 * Opens a database of another program, to read it. It is to be a copy: where it has a log beside it,
 * SQLite reads that too and makes a file for it. Throws SQLite's error where it is none.
 */
export function openForeignDatabase(file: string): ForeignDatabase {
  // Not read-only: a database with a log could not be read without what SQLite makes beside it.
  const connection = openSqliteConnection({ file, readonly: false });
  try {
    // Views and triggers of a stranger's schema call no function that could do harm.
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
