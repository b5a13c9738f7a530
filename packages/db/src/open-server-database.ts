import type { Relay, ServerDatabase, SharedLimits, SharedWrites, Signals } from "@tidemark/core";

/** A server's open database; common to SQLite and PostgreSQL. */
export interface OpenServerDatabase extends AsyncDisposable {
  readonly database: ServerDatabase;
  /** Signals of commits of any process that shares the database. */
  readonly signals: Signals;
  /**
   * Sends messages that aren't stored between processes that share the database; `null` with a single
   * process.
   */
  readonly relay: Relay | null;
  /** Rate limits common to all processes; absent with a single process, which counts on its own. */
  readonly limits?: SharedLimits;
  /** Erases what deleted rows left behind, if the database doesn't erase it already. */
  eraseInPlace(): Promise<void>;
  /** Frees memory used only for speed. */
  giveBackMemory(): Promise<void>;
  /** Set for a database that other processes write to as well. */
  readonly shared?: SharedWrites;
  /** Waits for running transactions, then closes. Calling it again does nothing. */
  close(): Promise<void>;
  /**
   * Disconnects at once from a database that is another program. Running and later calls reject with a
   * `StorageError`, and closing waits for nothing.
   */
  cut?(): void;
}
