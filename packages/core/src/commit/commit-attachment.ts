import type { Caller } from "../model/caller.ts";
import type { WriteStores } from "../stores/database.ts";
import { ok, type Result } from "../error/result.ts";
import { applyAttachmentOp } from "../merge/apply-attachment-op.ts";
import type { AttachmentOp } from "../merge/attachment-op.ts";
import type { Journal } from "../stores/journal.ts";
import type { AttachmentRecord } from "../model/attachment.ts";

export interface AttachmentCommit {
  readonly before: AttachmentRecord | null;
  readonly op: AttachmentOp;
  readonly caller: Caller;
  readonly atMs: number;
}

/**
 * Applies an operation to one attachment and writes the row and the journal. Every operation on an attachment
 * is written by this function; the caller owns the transaction. Writes nothing if the operation has no
 * effect. Returns null after a removal.
 */
export async function commitAttachment(
  stores: WriteStores,
  journal: Journal,
  commit: AttachmentCommit,
): Promise<Result<AttachmentRecord | null, { readonly type: "missing" }>> {
  const { before, op } = commit;
  const applied = applyAttachmentOp(before, op);
  if (!applied.ok) return applied;
  const { row, changed } = applied.value;
  if (!changed) return ok(before);
  if (row === null) {
    await stores.attachments.remove([op.entity]);
    await journal.recordAttachment(stores, { ...commit, after: null });
    return ok(null);
  }
  const seq = await journal.nextSeq(stores, row.seq);
  const after = await saveAttachment(stores, { ...row, seq }, before);
  await journal.recordAttachment(stores, { ...commit, after });
  return ok(after);
}

/** Inserts or replaces the row. Unmarks its content, which must not be swept. */
export async function saveAttachment(
  { attachments, blobMarks }: Pick<WriteStores, "attachments" | "blobMarks">,
  row: Omit<AttachmentRecord, "number">,
  before: AttachmentRecord | null,
): Promise<AttachmentRecord> {
  if (row.sha256 !== null && row.sha256 !== before?.sha256) await blobMarks.unmark([row.sha256]);
  if (before === null) return attachments.insert(row);
  const after = { ...row, number: before.number };
  await attachments.update(after);
  return after;
}
