import type { Sqlite3Static } from "@sqlite.org/sqlite-wasm";
import type { DatabaseDriver } from "../driver.ts";
import { openWasmConnection } from "./open-connection.ts";

export interface WasmDriverOptions {
  /**
   * Name of the virtual file system, which must be installed: under OPFS the one of `openOpfsPool`.
   * By default the library's own, in memory.
   */
  readonly vfs?: string;
}

/**
 * Returns a driver for SQLite as WebAssembly, on the calling thread. A file has one connection, so reads and
 * writes share one queue, and lists run in place under a deadline. Migrations run in one transaction, so no
 * copy is made before them. An unclosed file isn't checked, since every closed tab leaves one; call
 * `quickCheck` when the page is idle.
 */
export function wasmDriver(
  sqlite3: Sqlite3Static,
  { vfs }: WasmDriverOptions = {},
): DatabaseDriver {
  return {
    open: (options) => openWasmConnection(sqlite3, { ...options, vfs }),
    hasReaders: false,
    startListWorkers: () => null,
    checksUnclean: false,
    // The log keeps its size, which counts towards the quota.
    pagesPerCheckpoint: 1000,
    copyBefore: () => {},
    copyTo: (connection, target) => connection.backup(target),
    findNewestCopy: () => null,
    removeCopies: () => {},
    // It holds the whole file in memory, so only a wipe, which leaves little of it, rewrites.
    rewritesToErase: false,
    async rewrite(writer) {
      writer.exec("VACUUM");
      writer.all("PRAGMA wal_checkpoint(TRUNCATE)");
    },
    pause: () => new Promise((resolve) => setTimeout(resolve, 0)),
    // Browsers don't propagate a context through promises; Node checks the same code.
    watchNesting: () => ({ isInside: () => false, inside: (work) => work }),
  };
}
