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
/** Device and server each keep a text of the same activity; within this time they are one. */
const sameActivityMs = 10 * 60_000;

/** The earlier texts of memos: those of this device, and the server's where it can be asked. */
export interface MemoHistory {
  /** Newest first. What the server had is kept, so that it is there without it the next time. */
  list(caller: Caller, memo: string): Promise<Result<RevisionRecord[], AppError>>;
  restore(caller: Caller, memo: string, revision: string): Promise<Result<MemoRecord, AppError>>;
}

export function createMemoHistory(deps: {
  readonly database: DeviceDatabase;
  readonly memos: MemoService;
  /** Empty where there is no server, or none that answers. */
  readonly serverRevisions: (memo: string) => Promise<readonly RevisionRecord[]>;
}): MemoHistory {
  const { database, memos, serverRevisions } = deps;
  return {
    async list(caller, memo) {
      const found = await memos.get(caller, memo, { showDeleted: true });
      if (!found.ok) return found;
      const others = await serverRevisions(memo);
      const revisions = await database.write(async (stores) => {
        // It may have been removed for good while the server was asked.
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

/** Of the same text kept by both sides the one that says most: a merge before the rest. */
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
