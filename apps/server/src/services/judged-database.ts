import type { ServerDatabase, ServerWriteStores } from "@tidemark/core";
import { type CredentialRevision, judgeAgain, stillStands } from "@tidemark/core/access";
import type { Caller } from "@tidemark/core/model";
import { withLongMerges } from "../merge/merge-thread.ts";

/**
 * The database as services write to it: in the transaction itself the credential that a write is made
 * with is judged again where it may have ended, in whichever process, and texts that take long to merge
 * are merged elsewhere.
 */
export function judgedDatabase(
  stores: ServerDatabase,
  { revision, nowMs }: { readonly revision: CredentialRevision; readonly nowMs: () => number },
): ServerDatabase {
  type Work<T> = (tx: ServerWriteStores) => Promise<T>;

  async function judgeFirst(tx: ServerWriteStores, by: Caller): Promise<void> {
    const now = { revision, nowMs: nowMs() };
    // A change that shares this commit has not moved the revision yet.
    const stands = stillStands(by, now) && !tx.awaitsCommit("credentials-changed");
    if (!stands) await judgeAgain(tx, by, now.nowMs);
  }

  /**
   * What others did is asked for with the beginning of the transaction, and is not waited for: it is
   * known when the work is done, and undoes the work where the credential had ended.
   */
  function judgedAtEnd<T>(work: Work<T>, by: Caller): Work<T> {
    return async (tx) => {
      const judgedAt = revision.now();
      await judgeFirst(tx, by);
      const done = await work(tx);
      if (tx.heardOthers === null) return done;
      await tx.heardOthers;
      if (revision.isCurrent(judgedAt)) return done;
      // Whether somebody else ended it, or this work did, cannot be seen any more.
      if (tx.awaitsCommit("credentials-changed")) throw new JudgedTooEarly();
      await judgeAgain(tx, by, nowMs());
      return done;
    };
  }

  async function writeFor<T>(work: Work<T>, by: Caller): Promise<T> {
    try {
      return await stores.write(judgedAtEnd(work, by));
    } catch (error) {
      if (!(error instanceof JudgedTooEarly)) throw error;
      return stores.write(async (tx) => {
        await tx.heardOthers;
        await judgeFirst(tx, by);
        return work(tx);
      });
    }
  }

  return {
    read: (work) => stores.read(work),
    write: (work, by) =>
      withLongMerges(() => (by === undefined ? stores.write(work) : writeFor(work, by))),
    onCommit: (listener) => stores.onCommit(listener),
  };
}

/** Thrown in a transaction, and so undoing it: it is to be run again once it is known what others did. */
class JudgedTooEarly extends Error {
  override readonly name = "JudgedTooEarly";
}
