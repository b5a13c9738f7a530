import type { ServerDatabase } from "@tidemark/core";

/** A process that was ended while it removed something removes nothing any more after this time. */
const believedMs = 2 * 60 * 1000;

/**
 * Removals of content, as all processes know of them that share a database. An object is looked at and
 * then removed, and no service that speaks S3 does both at once: what another process keeps in between
 * would be lost. So a removal is told of first, and who keeps something looks for one afterwards.
 */
export interface Removals {
  during<T>(sha256: string, work: () => Promise<T>): Promise<T>;
  isUnderWay(sha256: string): Promise<boolean>;
}

export function createRemovals(database: ServerDatabase, nowMs: () => number): Removals {
  return {
    async during(sha256, work) {
      const untilMs = nowMs() + believedMs;
      await database.write(({ blobRemovals }) => blobRemovals.begin(sha256, untilMs));
      // One that fails may still come to its end: it is believed for as long.
      const done = await work();
      await database.write(({ blobRemovals }) => blobRemovals.end(sha256));
      return done;
    },
    isUnderWay: (sha256) =>
      database.read(({ blobRemovals }) => blobRemovals.isUnderWay(sha256, nowMs())),
  };
}
