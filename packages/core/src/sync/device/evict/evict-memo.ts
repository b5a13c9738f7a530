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
 * Removes a memo from this device with everything that says what was in it, and notes that its bytes
 * are still to be erased. What its user wrote and the server refused stays with the refusal.
 */
export async function evictMemo(stores: DeviceWriteStores, id: string): Promise<void> {
  await stores.bases.remove(id);
  await evictFiles(stores, id);
  await removeRemnants(stores, id);
  await stores.memos.remove(id);
}

/** The part of it that is left to do for a memo that was removed already. */
export async function removeRemnants(stores: RemnantStores, id: string): Promise<void> {
  await stores.revisions.removeByMemo(id);
  await stores.pastTexts.removeByMemo(id);
  await stores.endedDocuments.removeByMemo(id);
  await stores.deferred.remove("memo", id);
  await removeParked(stores, id);
  await stores.meta.set(draftKeys.at(id), null);
  await markEraseDue(stores);
}

/** Takes a refused operation away for good, and with it what is left of a memo that is not here. */
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
 * What was typed and not yet kept, under keys that the page gives: a memo's id, or its own word. It is
 * no note of a memo: it outlives the row of one whose removal the server may still refuse.
 */
export const draftKeys = defineMetaFamily("draft:", text);
