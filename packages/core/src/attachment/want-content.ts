import type { DeviceWriteStores } from "../stores/device-database.ts";
import type { AttachmentRow } from "../model/attachment.ts";
import { hasThumbnail } from "./file/thumbnail.ts";

/** Files below this come to a device by themselves; larger ones when they are opened or pinned. Bytes. */
export const eagerBytes = 5_000_000;

/**
 * Puts the content of an attachment on the list of what a device fetches, newest first; of a picture
 * that does not come by itself the small version.
 */
export async function wantContent(
  stores: Pick<DeviceWriteStores, "blobCache" | "blobDownloads" | "blobUploads" | "thumbnails">,
  { id, sha256, sizeBytes, type, createdMs }: AttachmentRow,
): Promise<void> {
  if (sha256 === null) return;
  if ((await stores.blobUploads.find(id)) !== null) return;
  if (sizeBytes >= eagerBytes && !(await stores.blobCache.pinnedAmong([id])).has(id)) {
    if (!hasThumbnail(type)) return;
    await stores.thumbnails.want({ sha256, attachment: id, orderMs: createdMs });
    return;
  }
  await stores.blobDownloads.add({
    sha256,
    attachment: id,
    sizeBytes,
    attempts: 0,
    orderMs: createdMs,
    retryMs: 0,
  });
}
