import Sqlite from "better-sqlite3";

/** A file that this process has locked until it releases it or ends. */
export interface LockFile {
  release(): void;
}

/** These references prevent garbage collection of open locks, which would release them. */
const held = new Set<Sqlite.Database>();

/**
 * Locks `file`, an empty SQLite database that is created if missing and never deleted: a process that had
 * locked a deleted file would hold another lock than the next one. Returns null if this or another process
 * has locked it already. Throws `CannotLock` if the file or its file system can't be locked.
 *
 * The lock is SQLite's RESERVED one (https://sqlite.org/lockingv3.html), which only one connection can have.
 * Connections that request EXCLUSIVE at once can lock each other out. The kernel frees the lock when the
 * process ends. On POSIX it is also freed when this process closes the file in any other way, so no other
 * code may open it.
 */
export function acquireLockFile(file: string): LockFile | null {
  let driver: Sqlite.Database | undefined;
  try {
    driver = new Sqlite(file, { timeout: 0 });
    driver.exec("BEGIN IMMEDIATE");
  } catch (error) {
    driver?.close();
    if (!(error instanceof Sqlite.SqliteError)) throw error;
    if (error.code.startsWith("SQLITE_BUSY")) return null;
    throw new CannotLock(file, error);
  }
  const holder = driver;
  held.add(holder);
  return {
    release: () => {
      held.delete(holder);
      holder.close();
    },
  };
}

/** Thrown if the lock file can't be created, isn't a lock file, or its file system has no locks. */
export class CannotLock extends Error {
  readonly code = "ENOLCK";
  constructor(file: string, cause: Error) {
    super(`${file} cannot be locked: ${cause.message}`, { cause });
  }
}
