import type { ServerDatabase } from "@tidemark/core";

/**
 * A process that was ended while it removed something removes nothing any more after this time. The clock
 * of whoever reads it may be ahead of the remover's by what `startMs` and `deletionMs` leave: over a minute.
 */
const believedMs = 2 * 60 * 1000;

/** What was not begun to be deleted within this time is not deleted: it would soon not be believed. */
const startMs = 30_000;

/** How long a deletion is waited for, which is tried once: one that comes late finds what was kept anew. */
export const deletionMs = 15_000;

/**
 * Removals of content, as all processes know of them that share a database. An object is looked at and
 * then removed, and no service that speaks S3 does both at once: what another process keeps in between
 * would be lost. So a removal is told of first, and who keeps something looks for one afterwards.
 */
export interface Removals {
  /**
   * Notes a removal for as long as `work` takes, which asks `isTimely` right before it removes anything.
   * False, and nothing is done, where another process is about to remove the same.
   */
  during(sha256: string, work: (isTimely: () => boolean) => Promise<boolean>): Promise<boolean>;
  isUnderWay(sha256: string): Promise<boolean>;
}

export function createRemovals(database: ServerDatabase, nowMs: () => number): Removals {
  return {
    async during(sha256, work) {
      const beganMs = nowMs();
      const untilMs = beganMs + believedMs;
      const isOwn = await database.write(({ blobRemovals }) =>
        blobRemovals.begin(sha256, { nowMs: beganMs, untilMs }),
      );
      if (!isOwn) return false;
      // One that fails may still come to its end: it is believed for as long.
      const done = await work(() => nowMs() < beganMs + startMs);
      await database.write(({ blobRemovals }) => blobRemovals.end(sha256, untilMs));
      return done;
    },
    isUnderWay: (sha256) =>
      database.read(({ blobRemovals }) => blobRemovals.isUnderWay(sha256, nowMs())),
  };
}
