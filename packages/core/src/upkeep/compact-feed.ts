import { z } from "zod";
import type { ServerDatabase } from "../stores/server-database.ts";
import { feedFloorKey } from "../feed/feed-floor.ts";
import { defineMeta } from "../stores/meta/define-meta.ts";
import { json } from "../stores/meta/meta-form.ts";

/** Retention of feed rows of entities that left a scope. A device that was away for longer resyncs. */
export const feedWindowMs = 180 * 86_400_000;

const sampleEveryMs = 86_400_000;
/** Newest seq of each day, with its time in epoch ms. */
const samplesKey = defineMeta("feed_samples", json(z.array(z.tuple([z.int(), z.int()]))));

/**
 * Deletes up to `limit` feed rows of entities that left a scope more than 180 days ago. Raises the feed
 * floor: a cursor below it needs a resync. Feed rows have no times, so the newest seq of each day is stored
 * here. Returns how many rows were deleted.
 */
export async function compactFeed(
  database: ServerDatabase,
  { nowMs, limit }: { readonly nowMs: number; readonly limit: number },
): Promise<number> {
  return database.write(async ({ meta, feed }) => {
    const samples = (await meta.get(samplesKey)) ?? [];
    const last = samples.at(-1);
    if (last === undefined || nowMs - last[0] >= sampleEveryMs) {
      samples.push([nowMs, await meta.headSeq()]);
    }
    const old = samples.filter(([atMs]) => atMs <= nowMs - feedWindowMs);
    // Keeps the newest of the old samples: the window begins with it until tomorrow.
    await meta.set(samplesKey, samples.slice(Math.max(0, old.length - 1)));
    const uptoSeq = old.at(-1)?.[1] ?? 0;
    const floor = (await meta.get(feedFloorKey)) ?? 0;
    if (uptoSeq === 0) return 0;
    const compacted = await feed.compact(uptoSeq, limit);
    if (compacted > 0 && uptoSeq > floor) await meta.set(feedFloorKey, uptoSeq);
    return compacted;
  });
}
