import type { DeviceWriteStores } from "../../stores/device-database.ts";
import type { ReadStores, WriteStores } from "../../stores/database.ts";
import type { HybridClock } from "../../clock/hybrid-clock.ts";
import type { WireChange } from "../protocol/messages.ts";
import { type Stamp, stampNode } from "../../model/stamp.ts";
import { stampOf } from "../../model/memo.ts";
import type { SyncOp } from "../../merge/sync-op.ts";
import { defineMemoNote } from "../../stores/meta/define-meta.ts";
import { stamp as stampForm } from "../../stores/meta/meta-form.ts";

/** Stamp of the choice of a memo's visibility that gave way to a stricter one last. */
const lostKey = defineMemoNote("lost_visibility", stampForm);

/** On the server: a choice that was taken gives way to one that another replica made beside it (S4). */
export async function noteLostChoice(
  { memoNotes }: Pick<WriteStores, "memoNotes">,
  memo: string,
  stamp: Stamp,
): Promise<void> {
  await memoNotes.set(lostKey, memo, stamp);
}

/** The stamps of the choices that gave way last, by memo. */
export function lostChoices(
  { memoNotes }: Pick<ReadStores, "memoNotes">,
  memos: readonly string[],
): Promise<ReadonlyMap<string, Stamp>> {
  return memoNotes.among(lostKey, memos);
}

/**
 * On a device, before it takes the server's row: whether that takes back a choice which was made here
 * and which the device has believed to stand so far. `answered`: its operation, where this is the
 * answer to one. True once, since the row that is taken next has another stamp.
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

/** Tells the user that another device's choice of who sees a memo stands, or stands too. */
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
