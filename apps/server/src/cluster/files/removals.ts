import type { ServerDatabase } from "@tidemark/core";
import type { Removals } from "../../files/store/s3-blob-store.ts";

/**
 * A process that was ended while it removed something removes nothing any more after this time. The clock
 * of whoever reads it may be ahead of the remover's by what `startMs` and `deletionMs` leave: over a minute.
 */
const believedMs = 2 * 60 * 1000;

/** What was not begun to be deleted within this time is not deleted: it would soon not be believed. */
const startMs = 30_000;

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
