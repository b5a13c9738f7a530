import type { CommitEffect, CommitListener } from "@tidemark/core";

/**
 * What the open transaction will have to tell once it is committed. Follows the transaction of its
 * connection: `inTransaction` and `inSavepoint` say what becomes of it. ADR 0041.
 */
export interface EffectQueue {
  add(effect: CommitEffect): void;
  /** Whether one of a kind waits. */
  has(kind: CommitEffect["kind"]): boolean;
  /** Calls `listener` after each commit. Returns the way to stop. */
  listen(listener: CommitListener): () => void;
  /** The transaction is committed: gives what waits to the listeners. Never throws. */
  notify(): void;
  /** The transaction is undone, and what waits with it. */
  drop(): void;
  /** A savepoint begins; savepoints nest. */
  mark(): void;
  /** The newest savepoint has become part of what is around it. */
  release(): void;
  /** The newest savepoint was undone, and with it what was added since. */
  undo(): void;
}

export function createEffectQueue(onListenerError: (error: unknown) => void): EffectQueue {
  const listeners = new Set<CommitListener>();
  let waiting: CommitEffect[] = [];
  /** How many waited at the beginning of each savepoint that is open. */
  const savepoints: number[] = [];

  const take = (): readonly CommitEffect[] => {
    const taken = waiting;
    waiting = [];
    savepoints.length = 0;
    return taken;
  };

  return {
    add: (effect) => {
      waiting.push(effect);
    },
    has: (kind) => waiting.some((effect) => effect.kind === kind),
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify: () => {
      const effects = take();
      for (const listener of listeners) {
        try {
          listener(effects);
        } catch (error) {
          // What is on the disk must not look as if it had failed.
          onListenerError(error);
        }
      }
    },
    drop: () => {
      take();
    },
    mark: () => {
      savepoints.push(waiting.length);
    },
    release: () => {
      savepoints.pop();
    },
    undo: () => {
      waiting.length = savepoints.pop() ?? 0;
    },
  };
}
