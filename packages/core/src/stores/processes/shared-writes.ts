import type { MetaStore, Standing } from "../meta/meta-store.ts";

/** What a transaction that writes found as it began, whichever process had written it. */
export interface Begun extends Standing {
  /** Of the connection that it writes over; a later one has a larger number. */
  readonly connection: number;
}

/** The writes of a process to a database that others write to as well. */
export interface SharedWrites {
  /**
   * Calls `listener` as each transaction begins, before anything is done in it. One that answers with
   * something to be done first ends it: its writes run after that. Returns the way to stop.
   */
  onBegin(listener: (begun: Begun) => null | (() => Promise<void>)): () => void;
  /** A write that nobody is asked about and that shares its commit with no other. */
  writeAlone<T>(
    work: (stores: { readonly meta: MetaStore }, begun: Begun) => Promise<T>,
  ): Promise<T>;
  /** Drops what was read and is held for speed: it may be of a database that went back. */
  clearCached(): void;
}
