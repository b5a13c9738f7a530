import type { ServerDatabase, SharedWrites } from "@tidemark/core";

/** What a process has of its instance. */
export interface OpenInstance {
  readonly database: ServerDatabase;
  readonly shared?: SharedWrites;
  /** Ends its connections, where it has any of its own. */
  leave(): Promise<void>;
}

/** A database that processes come to and go from, and that can be put back. */
export interface Instance extends AsyncDisposable {
  /** For a process that begins; several are open at once. */
  open(): Promise<OpenInstance>;
  /** The database as it is, for `restore`. */
  save(): Promise<string>;
  /**
   * Puts the database back. Over PostgreSQL processes go on with it, after errors of what they did
   * meanwhile; over a file they are no more, and begin again.
   */
  restore(saved: string): Promise<void>;
}
