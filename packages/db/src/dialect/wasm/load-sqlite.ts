import load, { type Sqlite3Static } from "@sqlite.org/sqlite-wasm";

/** Loads SQLite. It is said of no statement that it failed: whoever asked is told. */
export async function loadSqlite(): Promise<Sqlite3Static> {
  Object.assign(globalThis, { sqlite3ApiConfig: { warn: () => {} } });
  return load();
}
