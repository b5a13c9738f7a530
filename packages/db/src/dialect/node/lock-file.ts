import Sqlite from "better-sqlite3";

/** A file that this process has locked until it is released or the process ends, however it ends. */
export interface LockFile {
  release(): void;
}

/** Named here, since a connection that nobody names is collected, and its lock goes with it. */
const held = new Set<Sqlite.Database>();

/**
 * Locks `file`, an empty SQLite database that is made when it is missing and never removed: whoever
 * locked a removed one would lock something else than the next. null: it is locked already, by
 * another process or this one. Throws `CannotLock` where the file or its file system takes no lock.
 *
 * The lock is SQLite's RESERVED one (https://sqlite.org/lockingv3.html), which a single connection
 * has; of several that ask for EXCLUSIVE at once each can keep out the others. The kernel frees it
 * with the process. On POSIX it goes as well when this process closes the file by other means, so
 * nothing else may open it.
 */
export function takeLockFile(file: string): LockFile | null {
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

/** The file cannot be made, is no lock file, or stands where there are no locks. */
export class CannotLock extends Error {
  readonly code = "ENOLCK";
  constructor(file: string, cause: Error) {
    super(`${file} cannot be locked: ${cause.message}`, { cause });
  }
}
