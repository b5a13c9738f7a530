import type { DeviceWriteStores } from "../../stores/device-database.ts";
import type { ReadStores, WriteStores } from "../../stores/database.ts";
import type { HybridClock } from "../../clock/hybrid-clock.ts";
import type { WireChange } from "../protocol/messages.ts";
import { type Stamp, stampNode } from "../../model/stamp.ts";
import { stampOf } from "../../model/memo.ts";
import type { SyncOp } from "../../merge/sync-op.ts";
import { defineMemoNote } from "../../stores/meta/define-meta.ts";
import { stamp as stampForm } from "../../stores/meta/meta-form.ts";

/** Stamp of the visibility choice that a stricter one last overrode. */
const lostKey = defineMemoNote("lost_visibility", stampForm);

/** Stores, on the server, that a choice was overridden by a concurrent one of another replica (S4a). */
export async function noteLostChoice(
  { memoNotes }: Pick<WriteStores, "memoNotes">,
  memo: string,
  stamp: Stamp,
): Promise<void> {
  await memoNotes.set(lostKey, memo, stamp);
}

/** Returns the stamps of the last overridden choices, by memo. */
export function lostChoices(
  { memoNotes }: Pick<ReadStores, "memoNotes">,
  memos: readonly string[],
): Promise<ReadonlyMap<string, Stamp>> {
  return memoNotes.among(lostKey, memos);
}

/**
 * Returns true if the server's row overrides a visibility that was chosen on this device and was in effect so
 * far. Called on a device before it applies the row. `answered` is the operation that the row answers, if
 * any. True only once, because the applied row has another stamp.
 */
export async function losesOwnChoice(
  stores: Pick<DeviceWriteStores, "bases" | "memos">,
  clock: Pick<HybridClock, "node">,
  { entity, visibilityLost: lost }: Pick<WireChange, "entity" | "visibilityLost">,
  answered?: SyncOp,
): Promise<boolean> {
  if (lost === undefined || stampNode(lost) !== clock.node) return false;
  if (answered?.kind === "memo.set" && answered.set.visibility !== undefined) {
    if (answered.stamp === lost) return true;
  }
  const base = await stores.bases.get(entity);
  const known = base === undefined ? await stores.memos.find(entity) : base.entity?.row;
  return known !== null && known !== undefined && stampOf(known.stamps, "visibility") === lost;
}

/**
 * Logs for the user that another device's choice of a memo's visibility took effect, instead of or along with
 * this device's.
 */
export async function logVisibilityClash(
  { syncLog }: Pick<DeviceWriteStores, "syncLog">,
  clock: Pick<HybridClock, "nowMs">,
): Promise<void> {
  await syncLog.add({
    atMs: Math.round(clock.nowMs()),
    level: "info",
    code: "visibility-clash",
    params: {},
  });
}
