import type { DeviceWriteStores } from "../stores/device-database.ts";
import type { AttachmentRow } from "../model/attachment.ts";
import { hasThumbnail } from "./file/thumbnail.ts";

/**
 * Size in bytes below which a device downloads files automatically. Larger ones are downloaded when opened or
 * pinned.
 */
export const eagerBytes = 5_000_000;

/**
 * Queues the content of an attachment for download to the device, newest first. For a picture that isn't
 * downloaded automatically, queues its thumbnail.
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
