import type { DeviceWriteStores } from "../../../stores/device-database.ts";
import { markEraseDue } from "../../../commit/erase-due.ts";
import { wantContent } from "../../../attachment/want-content.ts";
import { entityKey } from "../../../merge/sync-op.ts";
import { accountKey } from "../../profile/profile-keys.ts";

/** Takes a row away, and its content with it unless something else uses that. */
export async function evictAttachment(stores: DeviceWriteStores, id: string): Promise<void> {
  const file = await stores.attachments.find(id);
  await stores.blobUploads.remove(id);
  await stores.attachments.remove([id]);
  // What is on its way to the server keeps its base until the answer.
  const key = entityKey("attachment", id);
  const waiting = await stores.outbox.waitingOn(key);
  if (waiting.length === 0) await stores.bases.remove(key);
  await markEraseDue(stores);
  if (file === null || file.sha256 === null) return;
  await stores.blobDownloads.remove(file.sha256);
  const [other] = await stores.attachments.listByContent(file.sha256, "", 1);
  if (other !== undefined) await wantContent(stores, other);
  await stores.blobMarks.sweepSoon(file.sha256);
  const small = (await stores.thumbnails.among([file.sha256])).get(file.sha256);
  if (small !== undefined) await stores.blobMarks.sweepSoon(small.sha256);
}

/**
 * What a memo that is leaving this device takes along: the files of others. The user's own stay, which
 * the server shows them whatever becomes of the memo; it says so itself when they are gone. What was
 * never sent stays too, in the library of its owner.
 */
export async function evictFiles(stores: DeviceWriteStores, memo: string): Promise<void> {
  const user = await stores.meta.get(accountKey);
  for (const file of await stores.attachments.listByMemos([memo])) {
    if (await isNewHere(stores, file.id)) {
      await stores.attachments.update({ ...file, memo: null, position: 0 });
    } else if (file.creator !== user) {
      await evictAttachment(stores, file.id);
    }
  }
}

/** Whether no server has had it: its content waits to be sent, or its first assertion does. */
export async function isNewHere(stores: DeviceWriteStores, id: string): Promise<boolean> {
  if ((await stores.blobUploads.find(id)) !== null) return true;
  const waiting = await stores.outbox.waitingOn(entityKey("attachment", id));
  return waiting.some(({ op }) => op.kind === "attachment.put");
}
