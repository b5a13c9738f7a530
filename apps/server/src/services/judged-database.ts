import type { ServerDatabase } from "@tidemark/core";
import { type CredentialRevision, judgeAgain, stillStands } from "@tidemark/core/access";
import { withLongMerges } from "../merge/merge-thread.ts";

/**
 * The database as services write to it: in the transaction itself the credential that a write is made
 * with is judged again where it may have ended, and texts that take long to merge are merged elsewhere.
 */
export function judgedDatabase(
  stores: ServerDatabase,
  { revision, nowMs }: { readonly revision: CredentialRevision; readonly nowMs: () => number },
): ServerDatabase {
  return {
    read: (work) => stores.read(work),
    write: (work, by) =>
      withLongMerges(() =>
        stores.write(async (tx) => {
          if (by !== undefined) {
            const now = { revision, nowMs: nowMs() };
            // A change that shares this commit has not moved the revision yet.
            const stands = stillStands(by, now) && !tx.awaitsCommit("credentials-changed");
            if (!stands) await judgeAgain(tx, by, now.nowMs);
          }
          return work(tx);
        }),
      ),
    onCommit: (listener) => stores.onCommit(listener),
  };
}
