import { AsyncLocalStorage } from "node:async_hooks";

/** Tells open streams which scopes have moved. In memory: a device that misses one polls anyway. */
export interface Pokes {
  /** Runs a transaction and gathers the scopes that it notes in `moved`. */
  collect<T>(moved: Set<string>, work: () => Promise<T>): Promise<T>;
  /** Called inside the transaction. */
  note(scopes: Iterable<string>): void;
  /** Called after it. */
  send(moved: ReadonlySet<string>): void;
  /** Calls `listener` with the scopes that moved. Returns the way to stop. */
  listen(listener: (scopes: ReadonlySet<string>) => void): () => void;
}

export function createPokes(): Pokes {
  const current = new AsyncLocalStorage<Set<string>>();
  const listeners = new Set<(scopes: ReadonlySet<string>) => void>();
  return {
    collect: (moved, work) => current.run(moved, work),
    note(scopes) {
      const moved = current.getStore();
      for (const scope of scopes) moved?.add(scope);
    },
    send(moved) {
      if (moved.size === 0) return;
      for (const listener of listeners) listener(moved);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
