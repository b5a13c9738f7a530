import type { SAHPoolUtil, Sqlite3Static } from "@sqlite.org/sqlite-wasm";

/** Folder of the origin's private file system in which one worker at a time has every file open. */
export interface OpfsPool {
  /** Name of the virtual file system, for `wasmDriver`. */
  readonly vfs: string;
  /** Gives up every file, so that another worker can open the pool. Throws if a database is open. */
  pause(): void;
  /** Opens the files again after `pause`. Rejects if another worker still has them after two seconds. */
  resume(): Promise<void>;
  /** Deletes the pool with all its databases. Only for wiping the device. */
  remove(): Promise<void>;
}

/** Time in ms for which opening is tried: a reloaded page gives up its files late, 365 ms were seen. */
const retryForMs = 2000;
const retryAfterMs = 50;

/** Files in the pool: a database, its log, and room for others. */
const files = 6;

/**
 * Opens the pool in a folder of the origin's private file system, and creates it on the first start. Needs a
 * dedicated worker. A failure never deletes anything: it may be another page's, or a passing one, as at
 * Safari's first try in a private window. Rejects if opening keeps failing for two seconds, or if the browser
 * has no such file system.
 */
export async function openOpfsPool(sqlite3: Sqlite3Static, directory: string): Promise<OpfsPool> {
  const name = `opfs-${directory}`;
  const options = {
    name,
    directory: `/${directory}`,
    initialCapacity: files,
    preserveOnInitFailure: true,
    // The library's types lack it.
    forceReinitIfPreviouslyFailed: true,
  };
  const pool: SAHPoolUtil = await retried(() => sqlite3.installOpfsSAHPoolVfs(options));
  return {
    vfs: name,
    pause: () => void pool.pauseVfs(),
    resume: async () => void (await retried(() => pool.unpauseVfs())),
    remove: async () => void (await pool.removeVfs()),
  };
}

async function retried<T>(open: () => Promise<T>): Promise<T> {
  const endMs = performance.now() + retryForMs;
  for (;;) {
    try {
      return await open();
    } catch (error) {
      if (performance.now() > endMs || !isPassing(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
    }
  }
}

/** Returns false if the browser has no private file system with access from workers. */
function isPassing(error: unknown): boolean {
  return !(error instanceof Error && error.message.startsWith("Missing required OPFS"));
}
