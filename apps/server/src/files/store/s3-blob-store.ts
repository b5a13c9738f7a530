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

/** Maximum number of checks for a removal by another process, and the pause between them. */
const removalLooks = 20;
const removalPauseMs = 250;

/** Timeout of a deletion. It isn't retried: a late one could delete content that was stored again. */
const deletionMs = 15_000;

/**
 * Removals in progress, shared by all processes of a database. S3 can't check and delete an object
 * atomically, so content that another process stores in between would be lost. A process therefore registers
 * a removal first, and a process that stores content checks for removals afterwards.
 */
export interface Removals {
  /**
   * Registers a removal while `work` runs; `work` calls `isTimely` right before it deletes. Returns false
   * without running `work` if another process is removing the same content.
   */
  during(sha256: string, work: (isTimely: () => boolean) => Promise<boolean>): Promise<boolean>;
  isUnderWay(sha256: string): Promise<boolean>;
}

/**
 * Opens a blob store in a bucket that only this instance writes, under `blobs/<hash>`. Uploads are staged in
 * `folder`, which belongs to this process and is emptied here. `removals` is shared by all processes of the
 * instance; null if this is the only one.
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

  // Serialized, so content that is stored while it is being removed isn't lost.
  const queue = new SerialQueue();

  async function refresh(sha256: string): Promise<boolean> {
    if ((await bucket.writtenMs(keyOf(sha256))) === null) return false;
    // Renewing protects it from processes that remove old content. It may have been removed in the meantime.
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
   * Runs `work`, which stores content and returns true if it exists, again if another process may have
   * removed it. After a removal ends, it checks once more. A removal that begins later sees the new content.
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
    storedBeforeMs: number,
    isTimely: () => boolean,
  ): Promise<boolean> {
    const atMs = await bucket.writtenMs(keyOf(sha256));
    if (atMs === null || atMs >= storedBeforeMs || !isTimely()) return false;
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
    remove: (sha256, storedBeforeMs) =>
      queue.run(() => {
        if (removals === null) return remove(sha256, storedBeforeMs, () => true);
        return removals.during(sha256, (isTimely) => remove(sha256, storedBeforeMs, isTimely));
      }),
  };
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
