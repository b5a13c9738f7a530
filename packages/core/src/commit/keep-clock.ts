import type { WriteStores } from "../stores/database.ts";

/** Remembers the newest stamp, so that a restarted clock does not fall behind what it gave out. */
export async function keepClock(
  stores: WriteStores,
  ops: readonly { readonly stamp: string }[],
): Promise<void> {
  const newest = ops.map((op) => op.stamp).reduce((a, b) => (b > a ? b : a), "");
  const kept = (await stores.meta.get("hlc")) ?? "";
  if (newest > kept) await stores.meta.set("hlc", newest);
}
