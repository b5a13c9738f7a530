import type { CommitEffect, CommitListener } from "@tidemark/core";

/**
 * Effects of the open transaction, which listeners get after its commit. Follows the transactions of its
 * connection: `inTransaction` and `inSavepoint` call the methods below. ADR 0041.
 */
export interface EffectQueue {
  add(effect: CommitEffect): void;
  /** Returns whether an effect of a kind is pending. */
  has(kind: CommitEffect["kind"]): boolean;
  /** Calls `listener` after each commit. Returns a function that stops it. */
  listen(listener: CommitListener): () => void;
  /** Passes the pending effects to the listeners after a commit. Never throws. */
  notify(): void;
  /** Discards the pending effects after a rollback. */
  drop(): void;
  /** Called when a savepoint begins; savepoints nest. */
  mark(): void;
  /** Called when the newest savepoint is released. */
  release(): void;
  /** Called when the newest savepoint is rolled back; discards the effects added since it began. */
  undo(): void;
}

export function createEffectQueue(onListenerError: (error: unknown) => void): EffectQueue {
  const listeners = new Set<CommitListener>();
  let waiting: CommitEffect[] = [];
  /** Number of effects pending at the beginning of each open savepoint. */
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
          // The commit is on disk: a failing listener must not make it look failed.
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
