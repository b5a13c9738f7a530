import type { DeviceWriteStores } from "../stores/device-database.ts";
import { eagerBytes, wantContent } from "./want-content.ts";

/**
 * Pins or unpins the content of attachments on this device. Queues pinned content for download. Unpinned
 * content may be evicted when space is short. Ignores unknown ids. Returns the memos that show them.
 */
export async function pinContent(
  stores: DeviceWriteStores,
  ids: readonly string[],
  isPinned: boolean,
): Promise<string[]> {
  const memos = new Set<string>();
  for (const file of await stores.attachments.findMany(ids)) {
    const { id, memo, sha256, sizeBytes } = file;
    await stores.blobCache.pin(id, isPinned);
    if (isPinned) await wantContent(stores, file);
    else if (sha256 !== null && sizeBytes >= eagerBytes) {
      // Another attachment with the same content may still be pinned.
      await stores.blobDownloads.remove(sha256);
      for (const other of await stores.attachments.listByContent(sha256, "", maxSharing)) {
        await wantContent(stores, other);
      }
    }
    if (memo !== null) memos.add(memo);
  }
  return [...memos];
}

const maxSharing = 100;
