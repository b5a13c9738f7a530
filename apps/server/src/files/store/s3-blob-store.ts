import { randomUUID } from "node:crypto";
import { mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { appError, AppFailure } from "@tidemark/core";
import type { BlobStore } from "@tidemark/core/attachment";
import { stageFile } from "@tidemark/db/node";
import type { Removals } from "./removals.ts";
import type { Bucket } from "./s3-bucket.ts";

const prefix = "blobs/";
const keyPattern = /^blobs\/([0-9a-f]{64})$/;

/** How often a removal by another process is waited for, and for how long at a time. */
const removalLooks = 20;
const removalPauseMs = 250;

/**
 * A blob store in a bucket that one instance alone writes: `blobs/<hash>`. What arrives is staged in
 * `folder`, which is this process's alone and emptied here. `removals` are known to all processes of the
 * instance; null where this is the only one.
 */
export async function openS3BlobStore(
  folder: string,
  bucket: Bucket,
  removals: Removals | null,
): Promise<BlobStore> {
  const staging = join(folder, "staged");
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { recursive: true, mode: 0o700 });
  const keyOf = (sha256: string): string => `${prefix}${sha256}`;

  // Keeping and removing take turns, so that content that is kept again is not removed meanwhile.
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  };

  async function refresh(sha256: string): Promise<boolean> {
    if ((await bucket.writtenMs(keyOf(sha256))) === null) return false;
    // For who removes what is old: another process may have done so since.
    return bucket.renew(keyOf(sha256));
  }

  async function keep(file: string, sha256: string): Promise<void> {
    if (await refresh(sha256)) return;
    const { size: sizeBytes } = await stat(file);
    await bucket.put(keyOf(sha256), { file, sizeBytes, sha256 });
  }

  /** Does it again where another process may have removed meanwhile what it did. */
  async function whileNobodyRemoves<T>(sha256: string, work: () => Promise<T>): Promise<T> {
    for (let looks = 0; ; looks += 1) {
      const done = await work();
      if (removals === null || !(await removals.isUnderWay(sha256))) return done;
      if (looks === removalLooks) {
        throw new AppFailure(appError("UNAVAILABLE", "this content is being removed: try again"));
      }
      await sleep(removalPauseMs);
    }
  }

  async function remove(sha256: string, keptBeforeMs: number): Promise<boolean> {
    const atMs = await bucket.writtenMs(keyOf(sha256));
    if (atMs === null || atMs >= keptBeforeMs) return false;
    await bucket.remove(keyOf(sha256));
    return true;
  }

  return {
    async stage(source, maxBytes) {
      const file = join(staging, randomUUID());
      return stageFile(file, source, maxBytes, (sha256) =>
        inTurn(() => whileNobodyRemoves(sha256, () => keep(file, sha256))),
      );
    },
    async open(sha256, range) {
      if (range !== undefined && range.end <= range.start) {
        return (await bucket.writtenMs(keyOf(sha256))) === null ? null : nothing();
      }
      return bucket.get(keyOf(sha256), range);
    },
    has: async (sha256) => (await bucket.writtenMs(keyOf(sha256))) !== null,
    refresh: (sha256) => inTurn(() => whileNobodyRemoves(sha256, () => refresh(sha256))),
    async *list() {
      for await (const { key } of bucket.list(prefix)) {
        const sha256 = keyPattern.exec(key)?.[1];
        if (sha256 !== undefined) yield sha256;
      }
    },
    remove: (sha256, keptBeforeMs) =>
      inTurn(() => {
        const work = (): Promise<boolean> => remove(sha256, keptBeforeMs);
        return removals === null ? work() : removals.during(sha256, work);
      }),
  };
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
