import type { DeviceWriteStores } from "../stores/device-database.ts";
import { eagerBytes, wantContent } from "./want-content.ts";

/**
 * Keeps the content of attachments on this device, which fetches what is not here yet, or lets it go
 * again when there is too much. Ids that are not there are left out. Returns the memos that show them.
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
      // Another that has the same content may be pinned still.
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
