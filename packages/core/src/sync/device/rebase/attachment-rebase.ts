import { z } from "zod";
import { wantContent } from "../../../attachment/want-content.ts";
import { saveAttachment } from "../../../commit/commit-attachment.ts";
import { applyAttachmentOp } from "../../../merge/apply-attachment-op.ts";
import { type AttachmentOp, wireAttachmentSchema } from "../../../merge/attachment-op.ts";
import { attachmentToPut } from "../../../merge/attachment-to-put.ts";
import { entityKey, kindOf } from "../../../merge/sync-op.ts";
import type { AttachmentRecord, AttachmentRow } from "../../../model/attachment.ts";
import type { DeviceWriteStores } from "../../../stores/device-database.ts";
import { evictAttachment } from "../evict/evict-files.ts";
import { createRebase } from "./rebase.ts";
import { rowBases } from "./row-bases.ts";

/** Schema of the wire row; a base made from a stored row also has that row's number. */
const baseSchema = z
  .looseObject({ number: z.int().optional() })
  .transform(({ number: _number, ...row }) => row)
  .pipe(wireAttachmentSchema);

function keyOf(id: string): string {
  return entityKey("attachment", id);
}

function announce(
  stores: DeviceWriteStores,
  ...files: readonly (Pick<AttachmentRow, "memo"> | null)[]
): void {
  for (const memo of new Set(files.map((file) => file?.memo ?? null))) {
    if (memo !== null) stores.afterCommit({ kind: "files-synced", memo });
  }
}

/** Rebase of attachments. An unsent one may not be in the outbox yet: its content is uploaded first. */
export const attachmentRebase = createRebase<AttachmentRow, AttachmentOp, AttachmentRecord>({
  ...rowBases<AttachmentRow>(keyOf, baseSchema),
  keyOf,
  isOwn: (op): op is AttachmentOp => kindOf(op) === "attachment",
  isAssertion: (op) => op.kind === "attachment.put",
  find: ({ attachments }, id) => attachments.find(id),
  seqOf: (row) => row.seq,
  async apply(_stores, row, op) {
    const applied = applyAttachmentOp(row, op);
    return applied.ok ? applied.value.row : row;
  },
  async save(stores, view, shown) {
    announce(stores, shown, view);
    await wantContent(stores, await saveAttachment(stores, view, shown));
  },
  async remove(stores, id) {
    announce(stores, await stores.attachments.find(id));
    await stores.attachments.remove([id]);
  },
  async evict(stores, id) {
    announce(stores, await stores.attachments.find(id));
    await evictAttachment(stores, id);
  },
  /** An attachment that waits for its upload has no operation yet: this device's row is the assertion. */
  async unsent(stores, id, shown) {
    if (shown === null || (await stores.blobUploads.find(id)) === null) return [];
    return [attachmentToPut(shown)];
  },
});
