import type { WriteStores } from "../ports.ts";
import type { AttachmentRow } from "./model.ts";

/** Files below this come to a device by themselves; larger ones when they are opened or pinned. Bytes. */
export const eagerBytes = 5_000_000;

/** Puts the content of an attachment on the list of what a device fetches, newest first. */
export async function wantContent(
  stores: Pick<WriteStores, "blobCache" | "blobDownloads" | "blobUploads">,
  { id, sha256, sizeBytes, createdMs }: AttachmentRow,
): Promise<void> {
  if (sha256 === null) return;
  if (sizeBytes >= eagerBytes && !(await stores.blobCache.pinnedAmong([id])).has(id)) return;
  if ((await stores.blobUploads.find(id)) !== null) return;
  await stores.blobDownloads.add({
    sha256,
    attachment: id,
    sizeBytes,
    attempts: 0,
    orderMs: createdMs,
    retryMs: 0,
  });
}
