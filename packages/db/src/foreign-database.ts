import { type ForeignDatabase, readForeign } from "./dialect/foreign-database.ts";
import { openSqliteConnection } from "./dialect/node/open-connection.ts";

/**
 * Opens another program's database for reading. Open a copy: if there is a log beside the file, SQLite reads
 * it and creates a file for it. Throws SQLite's error if the file isn't a database.
 */
export function openForeignDatabase(file: string): ForeignDatabase {
  // Opened for writing: a database with a log can't be read without the file that SQLite creates beside it.
  return readForeign(openSqliteConnection({ file, readonly: false }));
}
