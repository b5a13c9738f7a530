import type { ServerDatabase } from "@tidemark/core";
import type { Removals } from "../../files/store/s3-blob-store.ts";

/**
 * Lifetime of a removal's registration: a process killed during a removal deletes nothing after it. `startMs`
 * and `deletionMs` leave over a minute, by which a reader's clock may be ahead of the remover's.
 */
const believedMs = 2 * 60 * 1000;

/** Time within which a deletion must start, since its registration expires soon after. */
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
      // A failed deletion may still complete, so its registration stays until it expires.
      const done = await work(() => nowMs() < beganMs + startMs);
      await database.write(({ blobRemovals }) => blobRemovals.end(sha256, untilMs));
      return done;
    },
    isUnderWay: (sha256) =>
      database.read(({ blobRemovals }) => blobRemovals.isUnderWay(sha256, nowMs())),
  };
}
