import { z } from "zod";
import type { ServerDatabase } from "../stores/server-database.ts";
import { feedFloorKey } from "../feed/feed-floor.ts";
import { defineMeta } from "../stores/meta/define-meta.ts";
import { json } from "../stores/meta/meta-form.ts";

/** What left a scope stays in the feed for this long; a device that was away for longer starts over. */
export const feedWindowMs = 180 * 86_400_000;

const sampleEveryMs = 86_400_000;
/** The newest seq of each day, with its moment in epoch ms. */
const samplesKey = defineMeta("feed_samples", json(z.array(z.tuple([z.int(), z.int()]))));

/**
 * Drops feed rows of what left a scope more than 180 days ago, up to `limit` of them, and raises the
 * feed floor: a cursor below it needs a resync. The feed knows no times, so the newest seq of each
 * day is noted here. Returns how many rows went.
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
    // The newest of the old ones stays: until tomorrow it is what the window begins with.
    await meta.set(samplesKey, samples.slice(Math.max(0, old.length - 1)));
    const uptoSeq = old.at(-1)?.[1] ?? 0;
    const floor = (await meta.get(feedFloorKey)) ?? 0;
    if (uptoSeq === 0) return 0;
    const compacted = await feed.compact(uptoSeq, limit);
    if (compacted > 0 && uptoSeq > floor) await meta.set(feedFloorKey, uptoSeq);
    return compacted;
  });
}
