import { randomUUID } from "node:crypto";
import { mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { appError, AppFailure } from "@tidemark/core";
import type { BlobStore } from "@tidemark/core/attachment";
import { SerialQueue } from "@tidemark/core/concurrency";
import { stageFile } from "@tidemark/db/node";
import type { Bucket } from "./s3-bucket.ts";

const prefix = "blobs/";
const keyPattern = /^blobs\/([0-9a-f]{64})$/;

/** How often a removal by another process is waited for, and for how long at a time. */
const removalLooks = 20;
const removalPauseMs = 250;

/** How long a deletion is waited for, which is tried once: one that comes late finds what was kept anew. */
const deletionMs = 15_000;

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

  // Content that is stored again while it is being removed must not be lost.
  const queue = new SerialQueue();

  async function refresh(sha256: string): Promise<boolean> {
    if ((await bucket.writtenMs(keyOf(sha256))) === null) return false;
    // For who removes what is old: another process may have done so since.
    return bucket.renew(keyOf(sha256));
  }

  async function keep(file: string, sha256: string): Promise<true> {
    if (await refresh(sha256)) return true;
    const { size: sizeBytes } = await stat(file);
    await bucket.put(keyOf(sha256), { file, sizeBytes, sha256 });
    return true;
  }

  const has = async (sha256: string): Promise<boolean> =>
    (await bucket.writtenMs(keyOf(sha256))) !== null;

  /**
   * Keeps content, again where another process may have removed meanwhile what was kept. `work` says
   * whether it is there. A removal that is not under way any more may have ended since: it is looked once
   * more, and one that begins from then on finds what is new.
   */
  async function whileNobodyRemoves(
    sha256: string,
    work: () => Promise<boolean>,
  ): Promise<boolean> {
    for (let looks = 0; ; looks += 1) {
      const isKept = await work();
      if (removals === null) return isKept;
      const isRemoved = await removals.isUnderWay(sha256);
      if (!isRemoved && (!isKept || (await has(sha256)))) return isKept;
      if (looks === removalLooks) {
        throw new AppFailure(appError("UNAVAILABLE", "this content is being deleted; try again"));
      }
      if (isRemoved) await sleep(removalPauseMs);
    }
  }

  async function remove(
    sha256: string,
    keptBeforeMs: number,
    isTimely: () => boolean,
  ): Promise<boolean> {
    const atMs = await bucket.writtenMs(keyOf(sha256));
    if (atMs === null || atMs >= keptBeforeMs || !isTimely()) return false;
    await bucket.removeOnce(keyOf(sha256), deletionMs);
    return true;
  }

  return {
    async stage(source, maxBytes) {
      const file = join(staging, randomUUID());
      return stageFile(file, source, maxBytes, async (sha256) => {
        await queue.run(() => whileNobodyRemoves(sha256, () => keep(file, sha256)));
      });
    },
    async open(sha256, range) {
      if (range !== undefined && range.end <= range.start) {
        return (await has(sha256)) ? nothing() : null;
      }
      return bucket.get(keyOf(sha256), range);
    },
    has,
    size: (sha256) => bucket.sizeBytes(keyOf(sha256)),
    refresh: (sha256) => queue.run(() => whileNobodyRemoves(sha256, () => refresh(sha256))),
    async *list() {
      for await (const { key } of bucket.list(prefix)) {
        const sha256 = keyPattern.exec(key)?.[1];
        if (sha256 !== undefined) yield sha256;
      }
    },
    remove: (sha256, keptBeforeMs) =>
      queue.run(() => {
        if (removals === null) return remove(sha256, keptBeforeMs, () => true);
        return removals.during(sha256, (isTimely) => remove(sha256, keptBeforeMs, isTimely));
      }),
  };
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
