import load, { type Sqlite3Static } from "@sqlite.org/sqlite-wasm";

/** Loads SQLite without its console warnings about failed statements: callers get the errors. */
export async function loadSqlite(): Promise<Sqlite3Static> {
  Object.assign(globalThis, { sqlite3ApiConfig: { warn: () => {} } });
  return load();
}
