import type { Relay, ServerDatabase, SharedLimits, SharedWrites, Signals } from "@tidemark/core";

/** An open database of a server, as far as both kinds are alike. */
export interface OpenServerDatabase extends AsyncDisposable {
  readonly database: ServerDatabase;
  /** How this process hears of what is committed, in whichever process. */
  readonly signals: Signals;
  /** How processes that share the database say what is kept nowhere; null where there is but this one. */
  readonly relay: Relay | null;
  /** Limits that hold for all processes together; absent where there is one process, which counts itself. */
  readonly limits?: SharedLimits;
  /** Drops what deleted rows left behind where the database itself does not. */
  eraseInPlace(): Promise<void>;
  /** Gives back memory that is held for speed alone. */
  giveBackMemory(): Promise<void>;
  /** Of a database that other processes write to as well. */
  readonly shared?: SharedWrites;
  /** Waits for running transactions, then closes. Calling it again does nothing. */
  close(): Promise<void>;
  /**
   * Gives up a database that is another program, as it stands: what runs and what is asked from now on
   * rejects with a `StorageError`, and closing waits for nothing more.
   */
  cut?(): void;
}
