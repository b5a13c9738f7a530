import type { WriteStores } from "../stores/database.ts";
import { defineMeta } from "../stores/meta/define-meta.ts";
import { stamp } from "../stores/meta/meta-form.ts";
import type { Stamp } from "../model/stamp.ts";

/**
 * The newest stamp that a device gave out, for its next process to begin after. A server notes its own
 * with the numbers of its changes (`MetaStore.nextSeq`).
 */
export const newestStampKey = defineMeta("hlc", stamp);

/** Remembers the newest stamp, so that a restarted clock does not fall behind what it gave out. */
export async function keepClock(
  stores: WriteStores,
  ops: readonly { readonly stamp: Stamp }[],
): Promise<void> {
  const newest = ops.map((op) => op.stamp).reduce<Stamp>((a, b) => (b > a ? b : a), "");
  const kept = (await stores.meta.get(newestStampKey)) ?? "";
  if (newest > kept) await stores.meta.set(newestStampKey, newest);
}
