import type { CommitEffect, ServerDatabase, ServerWriteStores } from "@tidemark/core";
import {
  type CredentialRevision,
  recheckCredential,
  isCredentialCurrent,
} from "@tidemark/core/access";
import type { Caller } from "@tidemark/core/model";
import { withLongMerges } from "../merge/merge-thread.ts";

/**
 * Wraps the database for services. Each write checks its credential again within the transaction, because any
 * process may have revoked it. Long merges of texts run in another thread.
 */
export function reauthorizingDatabase(
  stores: ServerDatabase,
  {
    revision,
    nowMs,
    onEffect,
  }: {
    readonly revision: CredentialRevision;
    readonly nowMs: () => number;
    /** Called with each effect in the context of its write. Writes that share a commit share its listeners' context. */
    readonly onEffect: (effect: CommitEffect) => void;
  },
): ServerDatabase {
  type Work<T> = (tx: ServerWriteStores) => Promise<T>;

  /** Wraps work so that `onEffect` hears of its effects. */
  function heard<T>(work: Work<T>): Work<T> {
    return (tx) => {
      const afterCommit: ServerWriteStores["afterCommit"] = (effect) => {
        onEffect(effect);
        tx.afterCommit(effect);
      };
      return work({ ...tx, afterCommit });
    };
  }

  async function checkFirst(tx: ServerWriteStores, by: Caller): Promise<void> {
    const now = { revision, nowMs: nowMs() };
    // A change in the same commit hasn't updated the revision yet.
    const stands = isCredentialCurrent(by, now) && !tx.awaitsCommit("credentials-changed");
    if (!stands) await recheckCredential(tx, by, now.nowMs);
  }

  /**
   * Wraps work so that it starts without waiting for changes of credentials by other processes. The
   * transaction requests them when it begins, and waits for them at its end. If the credential was revoked,
   * it rolls back.
   */
  function checkedAtEnd<T>(work: Work<T>, by: Caller): Work<T> {
    return async (tx) => {
      const checkedAt = revision.now();
      await checkFirst(tx, by);
      const done = await work(tx);
      if (tx.othersCaughtUp === null) return done;
      await tx.othersCaughtUp;
      if (revision.isCurrent(checkedAt)) return done;
      // A credential changed, but it's unknown whether another process or this work changed it.
      if (tx.awaitsCommit("credentials-changed")) throw new CheckedTooEarly();
      await recheckCredential(tx, by, nowMs());
      return done;
    };
  }

  async function writeFor<T>(work: Work<T>, by: Caller): Promise<T> {
    try {
      return await stores.write(checkedAtEnd(work, by));
    } catch (error) {
      if (!(error instanceof CheckedTooEarly)) throw error;
      return stores.write(async (tx) => {
        await tx.othersCaughtUp;
        await checkFirst(tx, by);
        return work(tx);
      });
    }
  }

  return {
    read: (work) => stores.read(work),
    write: (work, by) =>
      withLongMerges(() =>
        by === undefined ? stores.write(heard(work)) : writeFor(heard(work), by),
      ),
    onCommit: (listener) => stores.onCommit(listener),
  };
}

/** Thrown to roll back a transaction, which then runs again once the changes of other processes are known. */
class CheckedTooEarly extends Error {
  override readonly name = "CheckedTooEarly";
}
