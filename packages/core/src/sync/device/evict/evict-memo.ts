import type { OutboxRow } from "../../../stores/sync-stores.ts";
import type { DeviceWriteStores } from "../../../stores/device-database.ts";
import { markEraseDue } from "../../../commit/erase-due.ts";
import { evictFiles } from "./evict-files.ts";
import { removeParked } from "../deferred/park.ts";
import { isMemoOp } from "../../../merge/sync-op.ts";
import { defineMetaFamily } from "../../../stores/meta/define-meta.ts";
import { text } from "../../../stores/meta/meta-form.ts";

type RemnantStores = Pick<
  DeviceWriteStores,
  "revisions" | "pastTexts" | "endedDocuments" | "deferred" | "meta"
>;

/**
 * Removes a memo and everything that contains its text from this device, and marks the bytes for erasing.
 * Text that the user wrote in rejected operations is kept with them.
 */
export async function evictMemo(stores: DeviceWriteStores, id: string): Promise<void> {
  await stores.bases.remove(id);
  await evictFiles(stores, id);
  await removeRemnants(stores, id);
  await stores.memos.remove(id);
}

/** Removes what is left of a memo whose row was already removed. */
export async function removeRemnants(stores: RemnantStores, id: string): Promise<void> {
  await stores.revisions.removeByMemo(id);
  await stores.pastTexts.removeByMemo(id);
  await stores.endedDocuments.removeByMemo(id);
  await stores.deferred.remove("memo", id);
  await removeParked(stores, id);
  await stores.meta.set(draftKeys.at(id), null);
  await markEraseDue(stores);
}

/** Removes a rejected operation for good, with the remnants of its memo if that isn't on this device. */
export async function removeRejected(stores: DeviceWriteStores, row: OutboxRow): Promise<void> {
  await stores.outbox.remove([row.n]);
  if (!isMemoOp(row.op)) {
    await markEraseDue(stores);
    return;
  }
  const { entity } = row.op;
  const isKnown = (await stores.memos.find(entity)) !== null;
  const isWaiting = (await stores.outbox.pendingOf(entity)).length > 0;
  if (isKnown || isWaiting) await markEraseDue(stores);
  else await removeRemnants(stores, entity);
}

/**
 * Unsaved text, under keys that the page chooses: a memo's id or another name. Not a memo note, because it
 * outlives the memo's row: the server may still refuse the removal.
 */
export const draftKeys = defineMetaFamily("draft:", text);
