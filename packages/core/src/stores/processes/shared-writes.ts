import type { MetaStore, ChangePosition } from "../meta/meta-store.ts";

/** State that a write transaction found when it began, whichever process had written it. */
export interface Begun extends ChangePosition {
  /** Number of the connection used for the write; later connections have larger numbers. */
  readonly connection: number;
}

/** Writes of one process to a database that other processes write to as well. */
export interface SharedWrites {
  /**
   * Calls `listener` at the start of each transaction, before any statement. If it returns a function, the
   * transaction ends, that function runs, and the writes run after it. Returns a function that unsubscribes.
   */
  onBegin(listener: (begun: Begun) => null | (() => Promise<void>)): () => void;
  /** Runs a write without calling the listeners. It shares its commit with no other write. */
  writeAlone<T>(
    work: (stores: { readonly meta: MetaStore }, begun: Begun) => Promise<T>,
  ): Promise<T>;
  /**
   * Clears caches of stored data. They may be outdated if the database was rolled back to an earlier state.
   */
  clearCached(): void;
}
