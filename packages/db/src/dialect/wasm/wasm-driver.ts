import type { Sqlite3Static } from "@sqlite.org/sqlite-wasm";
import type { DatabaseDriver } from "../driver.ts";
import { openWasmConnection } from "./open-connection.ts";

export interface WasmDriverOptions {
  /**
   * Name of the virtual file system that holds the files, which has to be installed: under OPFS the one
   * of `installOpfsSAHPoolVfs`. Absent: the library's own, in memory.
   */
  readonly vfs?: string;
}

/**
 * SQLite as WebAssembly, on the thread that calls it. A file has one connection, so that reads and
 * writes wait for each other, and lists run in place under a deadline. Nothing is copied before a
 * migration, which is one transaction anyway, and a file that was not closed is not looked through:
 * every closed tab leaves one. What `quickCheck` finds is for whoever asks it when the page is idle.
 */
export function wasmDriver(
  sqlite3: Sqlite3Static,
  { vfs }: WasmDriverOptions = {},
): DatabaseDriver {
  return {
    open(options) {
      const connection = openWasmConnection(sqlite3, { ...options, vfs });
      // Before anything touches the file: it asks for no memory that connections share.
      connection.exec("PRAGMA locking_mode = EXCLUSIVE");
      return connection;
    },
    hasReaders: false,
    startListWorkers: () => null,
    checksUnclean: false,
    copyBefore: () => {},
    copyTo: (connection, target) => connection.backup(target),
    findNewestCopy: () => null,
    removeCopies: () => {},
    async rewrite(writer) {
      writer.exec("VACUUM");
      writer.all("PRAGMA wal_checkpoint(TRUNCATE)");
    },
    pause: () => new Promise((resolve) => setTimeout(resolve, 0)),
    // Nothing carries a context through promises here; the same code is watched under Node.
    watchNesting: () => ({ isInside: () => false, inside: (work) => work }),
  };
}
