import type { ServerDatabase } from "../stores/server-database.ts";
import type { MemoDeps } from "../memo/memo-deps.ts";
import { eraseDueKey } from "../commit/erase-due.ts";
import { compactFeed, feedWindowMs } from "./compact-feed.ts";
import { pruneRegisters } from "./prune-registers.ts";
import { purgeTrash } from "./purge-trash.ts";
import { renewDocuments } from "./renew-documents.ts";
import { findClockDoubt } from "../commit/served-clock.ts";

const dayMs = 86_400_000;
/** Default time for which all revisions are kept: 90 days. After that the last of each day is kept. */
export const revisionsInFullMs = 90 * dayMs;
/**
 * Retention of merge bases and ended documents, equal to how long a device may stay away without a resync.
 */
export const pastTextsMs = 180 * dayMs;
const resultsMs = 30 * dayMs;
const auditLogMs = 90 * dayMs;
/** Time after which an unused sign-in address counts as new again. */
const signInAddressMs = 180 * dayMs;

/** Batch size, small enough that requests waiting for the write lock aren't noticeably delayed. */
const batch = 50;
const rowBatch = 1_000;
const maxBatches = 200;

export interface UpkeepDeps extends Pick<
  MemoDeps<ServerDatabase>,
  "database" | "journal" | "clock"
> {
  /** Days before a trashed memo is purged; 0: never. */
  readonly trashDays: () => Promise<number>;
  /** Days for which all revisions are kept, then the last of each day; 0: all are kept. */
  readonly revisionDays?: () => number;
  /** Erases the bytes of deleted rows from the database files. */
  readonly erase?: () => Promise<void>;
  /** Removes the content of files of purged accounts. Returns how many files that was. */
  readonly eraseFiles?: (stopping?: { readonly aborted: boolean }) => Promise<number>;
  /** When aborted, the remaining work is left to the next run. */
  readonly stopping?: { readonly aborted: boolean };
}

/** Number of rows that each job processed. */
export interface UpkeepReport {
  readonly purgedMemos: number;
  readonly thinnedRevisions: number;
  readonly droppedTexts: number;
  readonly prunedRegisters: number;
  readonly droppedDocuments: number;
  readonly droppedFeedRows: number;
  readonly renewedDocuments: number;
  readonly droppedAuditEntries: number;
  readonly droppedAddresses: number;
  readonly erasedFiles: number;
  /** 1 if deleted data was erased. */
  readonly erased: number;
}

const nothingDone: UpkeepReport = {
  purgedMemos: 0,
  thinnedRevisions: 0,
  droppedTexts: 0,
  prunedRegisters: 0,
  droppedDocuments: 0,
  droppedFeedRows: 0,
  renewedDocuments: 0,
  droppedAuditEntries: 0,
  droppedAddresses: 0,
  erasedFiles: 0,
  erased: 0,
};

/**
 * Runs the periodic maintenance of a server: purges the trash, thins revisions and deletes expired data. Does
 * bounded work per run in short transactions; the next run continues. Deletes nothing while the clock may be
 * wrong.
 */
export async function runUpkeep(deps: UpkeepDeps): Promise<UpkeepReport> {
  const { database } = deps;
  const nowMs = deps.clock.nowMs();
  if ((await database.read(({ meta }) => findClockDoubt(meta, nowMs))) !== null) {
    return { ...nothingDone, erased: (await eraseDue(deps)) ? 1 : 0 };
  }
  const days = await deps.trashDays();
  const beforeMs = nowMs - days * dayMs;
  const revisionDays = deps.revisionDays?.() ?? revisionsInFullMs / dayMs;
  const thinBeforeMs = nowMs - revisionDays * dayMs;
  await database.write(async ({ sessions, pairingCodes, spaceInvitations, afterCommit }) => {
    await sessions.removeExpired(nowMs);
    await pairingCodes.removeExpired(nowMs);
    await spaceInvitations.removeExpired(nowMs);
    afterCommit({ kind: "credentials-changed", ended: [] });
  });
  const { stopping } = deps;

  /** Repeats a step until it returns less than a whole batch. */
  async function inBatches(size: number, step: () => Promise<number>): Promise<number> {
    let total = 0;
    for (let i = 0; i < maxBatches && stopping?.aborted !== true; i += 1) {
      const done = await step();
      total += done;
      if (done < size) break;
    }
    return total;
  }

  const report = {
    purgedMemos:
      days === 0 ? 0 : await inBatches(batch, () => purgeTrash(deps, { beforeMs, limit: batch })),
    thinnedRevisions:
      revisionDays === 0
        ? 0
        : await inBatches(rowBatch, () =>
            database.write(({ revisions }) => revisions.thin(thinBeforeMs, rowBatch)),
          ),
    droppedTexts: await inBatches(rowBatch, () =>
      database.write(({ pastTexts }) => pastTexts.removeBefore(nowMs - pastTextsMs, rowBatch)),
    ),
    prunedRegisters: await inBatches(rowBatch, () =>
      pruneRegisters(database, { beforeMs: nowMs - feedWindowMs, limit: rowBatch }),
    ),
    droppedDocuments: await inBatches(batch, () =>
      database.write(({ endedDocuments }) =>
        endedDocuments.removeBefore(nowMs - pastTextsMs, batch),
      ),
    ),
    droppedFeedRows: await inBatches(rowBatch, async () => {
      await database.write(({ streams }) => streams.removeResultsBefore(nowMs - resultsMs));
      return compactFeed(database, { nowMs, limit: rowBatch });
    }),
    renewedDocuments: stopping?.aborted === true ? 0 : await renewDocuments(deps, batch * 4),
    droppedAuditEntries: await inBatches(rowBatch, () =>
      database.write(({ auditLog }) => auditLog.removeBefore(nowMs - auditLogMs, rowBatch)),
    ),
    droppedAddresses: await inBatches(batch, () =>
      database.write(({ signInAddresses }) =>
        signInAddresses.removeBefore(nowMs - signInAddressMs, batch),
      ),
    ),
    erasedFiles: (await deps.eraseFiles?.(stopping)) ?? 0,
  };
  return { ...report, erased: (await eraseDue(deps)) ? 1 : 0 };
}

/** Erases if rows were deleted since the last time, by any code. Returns true if it did. */
async function eraseDue({ database, erase, stopping }: UpkeepDeps): Promise<boolean> {
  if (erase === undefined || stopping?.aborted === true) return false;
  const due = await database.read(({ meta }) => meta.get(eraseDueKey));
  if (due === null) return false;
  await erase();
  await database.write(async ({ meta }) => {
    // Rows deleted meanwhile are erased by the next run.
    if ((await meta.get(eraseDueKey)) === due) await meta.set(eraseDueKey, null);
  });
  return true;
}
