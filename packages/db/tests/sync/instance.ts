import type { ServerDatabase, SharedWrites } from "@tidemark/core";

/** An instance's database, as one process opens it. */
export interface OpenInstance {
  readonly database: ServerDatabase;
  readonly shared?: SharedWrites;
  /** Closes the process's own connections, if it has any. */
  leave(): Promise<void>;
}

/** A database that processes open and leave, and that can be restored. */
export interface Instance extends AsyncDisposable {
  /** Opens the database for a new process; several are open at once. */
  open(): Promise<OpenInstance>;
  /** Saves the database for `restore`. */
  save(): Promise<string>;
  /**
   * Restores the database. With PostgreSQL, processes continue after errors in their running work. With a
   * file they end and must be started again.
   */
  restore(saved: string): Promise<void>;
}
