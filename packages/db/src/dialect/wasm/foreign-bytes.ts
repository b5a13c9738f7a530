import type { Sqlite3Static } from "@sqlite.org/sqlite-wasm";
import { type ForeignDatabase, readForeign } from "../foreign-database.ts";
import { openWasmConnection } from "./open-connection.ts";

let count = 0;

/**
 * Opens another program's database in memory for reading, with its log if there is one. Throws SQLite's error
 * if the bytes aren't a database.
 */
export function openForeignBytes(
  sqlite3: Sqlite3Static,
  { database, log }: { readonly database: Uint8Array; readonly log: Uint8Array | null },
): ForeignDatabase {
  count += 1;
  const file = `/foreign-${count}.db`;
  const files = [file, `${file}-wal`, `${file}-journal`];
  const remove = (): void => {
    for (const each of files) unlink(sqlite3, each);
  };
  try {
    sqlite3.capi.sqlite3_js_posix_create_file(file, database);
    if (log !== null) sqlite3.capi.sqlite3_js_posix_create_file(`${file}-wal`, log);
    const opened = readForeign(openWasmConnection(sqlite3, { file, readonly: false }));
    return {
      all: opened.all,
      [Symbol.dispose]() {
        opened[Symbol.dispose]();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Removes a file of the default file system, which is in memory. The library has a function for it in C alone. */
function unlink({ wasm }: Sqlite3Static, file: string): void {
  const name = wasm.allocCString(file, false);
  try {
    wasm.xCall("sqlite3__wasm_vfs_unlink", 0, name);
  } finally {
    wasm.dealloc(name);
  }
}
