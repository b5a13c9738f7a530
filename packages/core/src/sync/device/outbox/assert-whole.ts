import type { AttachmentRow } from "../../../model/attachment.ts";
import type { DeviceWriteStores } from "../../../stores/device-database.ts";
import { enqueueOp } from "./held-operations.ts";
import { entityKey } from "../../../merge/sync-op.ts";
import { attachmentToPut } from "../../../merge/attachment-to-put.ts";

/**
 * What waits to be sent, once its content is known to be on the server: a link to another place can
 * be sent at once. The server is taken to have nothing of it.
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
