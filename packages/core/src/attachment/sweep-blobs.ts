import type { Database } from "../stores/database.ts";
import { findClockDoubt } from "../commit/served-clock.ts";
import type { BlobStore } from "./file/blob-store.ts";

const graceMs = 7 * 24 * 60 * 60 * 1000;
const batchSize = 500;

/** Content that was stored in this time isn't removed at once: a bucket's clock may differ. */
const clockSkewMs = 60_000;

export interface SweptBlobs {
  readonly marked: number;
  readonly removed: readonly string[];
}

/**
 * Marks and sweeps content (docs/sync.md §8). Unused content is marked, and removed if it is still unused
 * after seven days. Content that was stored again in that time stays, since an attachment for it may follow.
 * Does nothing while the clock may be wrong. If `stopping` aborts, the next sweep does the rest.
 */
export async function sweepBlobs(
  blobs: BlobStore,
  database: Database,
  nowMs: number,
  stopping?: { readonly aborted: boolean },
): Promise<SweptBlobs> {
  const doubt = await database.read(({ meta }) => findClockDoubt(meta, nowMs));
  if (doubt !== null) return { marked: 0, removed: [] };
  const isStopped = (): boolean => stopping?.aborted === true;
  let marked = 0;
  let batch: string[] = [];
  const markBatch = async (): Promise<void> => {
    const hashes = batch;
    batch = [];
    marked += await database.write(async ({ blobMarks }) => {
      const used = await blobMarks.usedAmong(hashes);
      const unused = hashes.filter((hash) => !used.has(hash));
      await blobMarks.unmark([...used]);
      await blobMarks.mark(unused, nowMs);
      return unused.length;
    });
  };
  for await (const hash of blobs.list()) {
    if (isStopped()) return { marked, removed: [] };
    batch.push(hash);
    if (batch.length === batchSize) await markBatch();
  }
  if (batch.length > 0) await markBatch();

  const storedBeforeMs = nowMs - graceMs;
  await database.write(({ blobMarks }) => blobMarks.sweepReceived(storedBeforeMs));
  const removed: string[] = [];
  for (;;) {
    if (isStopped()) return { marked, removed };
    // Unmarked before the files are removed: attaching the same content from now on stores it again.
    const due = await database.write(async ({ blobMarks }) => {
      const hashes = await blobMarks.markedBefore(storedBeforeMs, batchSize);
      await blobMarks.unmark(hashes);
      return hashes;
    });
    for (const hash of due) {
      // The next sweep marks it again.
      if (isStopped()) break;
      if (await blobs.remove(hash, storedBeforeMs)) removed.push(hash);
    }
    if (due.length < batchSize) return { marked, removed };
  }
}

/**
 * Removes unused content that is marked for immediate deletion (`sweepSoon`), until `stopping` aborts. Content that was
 * stored within the last minute, or that a device has uploaded and not attached, stays for a later call. Returns the
 * hashes of what was removed.
 */
export async function sweepMarkedBlobs(
  blobs: BlobStore,
  database: Database,
  nowMs: number,
  stopping?: { readonly aborted: boolean },
): Promise<string[]> {
  const removed: string[] = [];
  for (let gone: string[] = []; stopping?.aborted !== true;) {
    const due = await database.write(({ blobMarks }) => blobMarks.sweepDue(batchSize));
    for (const sha256 of due) {
      if (await blobs.remove(sha256, nowMs - clockSkewMs)) removed.push(sha256);
      else if (await blobs.has(sha256)) continue;
      gone.push(sha256);
    }
    const done = gone;
    // Unmarked last: after a stop the next call finishes.
    await database.write(({ blobMarks }) => blobMarks.unmark(done));
    if (done.length === 0 || due.length < batchSize) break;
    gone = [];
  }
  return removed;
}
