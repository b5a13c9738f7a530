import type { DeviceWriteStores } from "../../../stores/device-database.ts";
import { markEraseDue } from "../../../commit/erase-due.ts";
import { wantContent } from "../../../attachment/want-content.ts";
import { entityKey } from "../../../merge/sync-op.ts";
import type { UserReference } from "../../../names/names.ts";
import { accountKey } from "../../profile/profile-keys.ts";

/** Removes an attachment, and its content unless something else uses it. */
export async function evictAttachment(stores: DeviceWriteStores, id: string): Promise<void> {
  const file = await stores.attachments.find(id);
  await stores.blobUploads.remove(id);
  await stores.attachments.remove([id]);
  // An operation in transit needs its base until it is answered.
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
 * Removes or detaches the files of a memo that is evicted from this device. Removes other users' files. Keeps
 * the user's own, which the server still shows them; it notifies the device when they are removed. Detaches
 * files that were never sent, which stay in their owner's library.
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

/**
 * Removes other users' files whose memos aren't on this device, unless this version can't read the memo. Call it once a
 * pull is complete. Returns true if some must be checked again, because the server hasn't answered an operation on the
 * memo.
 */
export async function evictOrphanedFiles(
  stores: DeviceWriteStores,
  user: UserReference,
): Promise<boolean> {
  const files = await stores.attachments.findMany(await stores.attachments.idsByOthers(user));
  const memos = [...new Set(files.flatMap(({ memo }) => memo ?? []))];
  const known = new Set((await stores.memos.heads(memos)).map(({ id }) => id));
  let isWaiting = false;
  for (const { id, memo } of files) {
    if (memo === null || known.has(memo)) continue;
    if ((await stores.deferred.find("memo", memo)) !== null) continue;
    if ((await stores.outbox.pendingOf(memo)).length > 0) isWaiting = true;
    else await evictAttachment(stores, id);
  }
  return isWaiting;
}

/** Returns true if no server has the file: its upload or its first assertion is pending. */
export async function isNewHere(stores: DeviceWriteStores, id: string): Promise<boolean> {
  if ((await stores.blobUploads.find(id)) !== null) return true;
  const waiting = await stores.outbox.waitingOn(entityKey("attachment", id));
  return waiting.some(({ op }) => op.kind === "attachment.put");
}
