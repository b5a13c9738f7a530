import {
  type AppError,
  type DeviceDatabase,
  ok,
  type Result,
  type RevisionRecord,
} from "@tidemark/core";
import type { Caller, MemoRecord } from "@tidemark/core/model";
import type { MemoService } from "@tidemark/core/memo";

const maxListed = 200;
/**
 * Maximum time between two revisions of the same text, by the device and by the server, that count as one.
 */
const sameActivityMs = 10 * 60_000;

/** Revisions of memos: those of this device, and the server's if it can be reached. */
export interface MemoHistory {
  /** Lists revisions, newest first. Stores the server's revisions for offline use. */
  list(caller: Caller, memo: string): Promise<Result<RevisionRecord[], AppError>>;
  restore(caller: Caller, memo: string, revision: string): Promise<Result<MemoRecord, AppError>>;
}

export function createMemoHistory(deps: {
  readonly database: DeviceDatabase;
  readonly memos: MemoService;
  /** Returns an empty array without a server, or if it doesn't answer. */
  readonly serverRevisions: (memo: string) => Promise<readonly RevisionRecord[]>;
}): MemoHistory {
  const { database, memos, serverRevisions } = deps;
  return {
    async list(caller, memo) {
      const found = await memos.get(caller, memo, { showDeleted: true });
      if (!found.ok) return found;
      const others = await serverRevisions(memo);
      const revisions = await database.write(async (stores) => {
        // The memo may have been purged during the request.
        if ((await stores.memos.find(memo)) === null) return [];
        for (const revision of others) {
          const known = await stores.revisions.find(revision.id);
          if (known === null) await stores.revisions.add(revision);
        }
        return stores.revisions.listByMemo(memo, maxListed);
      });
      return ok(withoutDoubles(revisions));
    },
    restore: (caller, memo, revision) => memos.restoreRevision(caller, memo, revision),
  };
}

/** Returns one revision per text that both sides stored, preferring those with the reason `merge`. */
function withoutDoubles(revisions: readonly RevisionRecord[]): RevisionRecord[] {
  const kept: RevisionRecord[] = [];
  for (const revision of revisions) {
    const double = kept.findIndex(
      ({ content, atMs }) => content === revision.content && atMs - revision.atMs < sameActivityMs,
    );
    const other = kept[double];
    if (other === undefined) kept.push(revision);
    else if (revision.reason === "merge" && other.reason !== "merge") kept[double] = revision;
  }
  return kept;
}
