import type { WriteStores } from "../stores/database.ts";
import { defineMeta } from "../stores/meta/define-meta.ts";
import { stamp } from "../stores/meta/meta-form.ts";
import type { Stamp } from "../model/stamp.ts";

/**
 * Newest stamp of a device. The clock of the next process starts after it. A server stores its own with the
 * seq of its changes (`MetaStore.nextSeq`).
 */
export const newestStampKey = defineMeta("hlc", stamp);

/** Stores the newest stamp, because a restarted clock must not fall behind stamps it has assigned. */
export async function keepClock(
  stores: WriteStores,
  ops: readonly { readonly stamp: Stamp }[],
): Promise<void> {
  const newest = ops.map((op) => op.stamp).reduce<Stamp>((a, b) => (b > a ? b : a), "");
  const kept = (await stores.meta.get(newestStampKey)) ?? "";
  if (newest > kept) await stores.meta.set(newestStampKey, newest);
}
