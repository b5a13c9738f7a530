import { wordsLock, randomId } from "../owner/names.ts";

/** This page, and what it knows of others of its origin. */
export interface Pages {
  readonly id: string;
  /** False in pages without TLS, which can't know whether others live. */
  readonly knowsOthers: boolean;
  /** Returns false if nobody knows. */
  isAlive(id: string): Promise<boolean>;
  /**
   * Runs work once the page with this id has ended. Several pages run it one after the other. Runs it at once if
   * nobody knows.
   */
  afterEnd(id: string, work: () => Promise<void>): Promise<void>;
}

/** Holds a lock with this page's id for as long as it lives. */
export function openPages(locks: LockManager | null): Pages {
  const id = randomId();
  void locks?.request(wordsLock(id), () => new Promise<never>(() => {}));
  return {
    id,
    knowsOthers: locks !== null,
    async isAlive(other) {
      const { held = [] } = (await locks?.query()) ?? {};
      return held.some(({ name }) => name === wordsLock(other));
    },
    async afterEnd(other, work) {
      if (locks === null) await work();
      else await locks.request(wordsLock(other), work);
    },
  };
}
