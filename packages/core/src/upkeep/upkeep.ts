import type { ServerDatabase } from "../stores/server-database.ts";
import type { MemoDeps } from "../memo/memo-deps.ts";
import { eraseDueKey } from "../commit/erase-due.ts";
import { compactFeed, feedWindowMs } from "./compact-feed.ts";
import { pruneRegisters } from "./prune-registers.ts";
import { purgeTrash } from "./purge-trash.ts";
import { renewDocuments } from "./renew-documents.ts";
import { findClockDoubt } from "../commit/served-clock.ts";

const dayMs = 86_400_000;
/** Earlier texts are all kept for 90 days unless an instance says otherwise, then the last of each day. */
export const revisionsInFullMs = 90 * dayMs;
/** Bases of merges, and documents that were renewed, are kept as long as a device may stay away without starting over. */
export const pastTextsMs = 180 * dayMs;
const resultsMs = 30 * dayMs;
const auditLogMs = 90 * dayMs;
/** An address that an account has not signed in from for so long is a new one. */
const signInAddressMs = 180 * dayMs;

/** Small enough that a request which waits for the write lock does not notice. */
const batch = 50;
const rowBatch = 1_000;
const maxBatches = 200;

export interface UpkeepDeps extends Pick<
  MemoDeps<ServerDatabase>,
  "database" | "journal" | "clock"
> {
  /** Days in the trash before a memo goes; 0: it stays. */
  readonly trashDays: () => Promise<number>;
  /** Days that every earlier text is kept, then the last of each day; 0: all stay. */
  readonly revisionDays?: () => number;
  /** Makes the bytes of what was removed go from the files of the database. */
  readonly erase?: () => Promise<void>;
  /** When it aborts, what is not done yet is left to the next run. */
  readonly stopping?: { readonly aborted: boolean };
}

/** How many rows each job dealt with. */
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
  /** 1 where what was removed has been erased. */
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
  erased: 0,
};

/**
 * What a server does now and then: empties the trash, thins revisions, removes what nobody can come
 * back with. Bounded work per run, in short transactions; what is left over is the next run's. Removes
 * nothing while the clock may be wrong.
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

  /** Repeats a step until it finds less than a whole batch. */
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
  };
  return { ...report, erased: (await eraseDue(deps)) ? 1 : 0 };
}

/** Erases where something was removed for good since the last time, by whomever. */
async function eraseDue({ database, erase, stopping }: UpkeepDeps): Promise<boolean> {
  if (erase === undefined || stopping?.aborted === true) return false;
  const due = await database.read(({ meta }) => meta.get(eraseDueKey));
  if (due === null) return false;
  await erase();
  await database.write(async ({ meta }) => {
    // What was removed in the meantime is the next run's.
    if ((await meta.get(eraseDueKey)) === due) await meta.set(eraseDueKey, null);
  });
  return true;
}
