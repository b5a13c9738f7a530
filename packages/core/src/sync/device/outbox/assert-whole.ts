import type { AttachmentRow } from "../../../model/attachment.ts";
import type { DeviceWriteStores } from "../../../stores/device-database.ts";
import { enqueueOp } from "./held-operations.ts";
import { entityKey } from "../../../merge/sync-op.ts";
import { attachmentToPut } from "../../../merge/attachment-to-put.ts";

/**
 * Queues the upload of an attachment's content; once that is done, the attachment is asserted. Asserts an
 * external link at once, since it needs no upload. Assumes that the server doesn't have the attachment.
 */
export async function assertWhole(
  stores: DeviceWriteStores,
  file: AttachmentRow,
  atMs: number,
): Promise<void> {
  const { id: attachment, sha256 } = file;
  await stores.bases.setRow(entityKey("attachment", attachment), null);
  if (sha256 === null) {
    await enqueueOp(stores, attachmentToPut(file), atMs);
    return;
  }
  await stores.blobUploads.save({
    attachment,
    sha256,
    url: null,
    sentBytes: 0,
    attempts: 0,
    error: null,
    atMs,
  });
}
