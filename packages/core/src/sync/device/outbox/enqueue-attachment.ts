import type { AttachmentRow } from "../../../model/attachment.ts";
import type { DeviceWriteStores } from "../../../stores/device-database.ts";
import type { AttachmentOp } from "../../../merge/attachment-op.ts";
import { assertWhole } from "./assert-whole.ts";
import { enqueueOp } from "./held-operations.ts";
import type { AttachmentChange } from "../../../stores/journal.ts";
import { entityKey } from "../../../merge/sync-op.ts";
import { attachmentRebase } from "../rebase/attachment-rebase.ts";

/**
 * Queues a local change of an attachment. An attachment whose content the server may lack isn't part of the
 * strictly numbered stream. It is asserted after the upload, so a bad file never blocks text (docs/sync.md
 * §8).
 */
export async function enqueueAttachment(
  stores: DeviceWriteStores,
  { before, after, op, atMs }: AttachmentChange,
): Promise<void> {
  const id = op.entity;
  if (before === null && after !== null) {
    await assertWhole(stores, after, atMs);
    return;
  }
  const key = entityKey("attachment", id);
  const base = await attachmentRebase.baseOf(stores, id);
  if ((await stores.blobUploads.find(id)) !== null) {
    // The assertion after the upload contains the row as of then. An attachment removed before is never sent.
    if (after !== null) return;
    await stores.blobUploads.remove(id);
    const isOnServer = base !== undefined && base.row !== null;
    // A row with a seq was on the server before a restore, and another device may reassert it, so its removal
    // is enqueued.
    if (!isOnServer && (before?.seq ?? 0) === 0) {
      await stores.bases.remove(key);
      return;
    }
  }
  await attachmentRebase.keepBase(stores, id, before);
  const last = (await stores.outbox.waitingOn(key)).at(-1);
  const isOpen = last !== undefined && last.state === "pending" && last.attempts === 0;
  const isJoined =
    isOpen &&
    last.op.kind === "attachment.set" &&
    op.kind === "attachment.set" &&
    !isOvertaken(last.op, op, base?.row ?? null);
  if (isJoined) {
    await stores.outbox.replace(last.n, { ...last.op, ...op });
  } else {
    await enqueueOp(stores, op, atMs);
  }
}

/** Returns true if the server has a newer name or link than a pending one, which must not win again (B1). */
function isOvertaken(op: SetOp, next: SetOp, known: AttachmentRow | null): boolean {
  if (known === null) return false;
  return (["filename", "link"] as const).some(
    (register) =>
      op[register] !== undefined &&
      next[register] === undefined &&
      known.stamps[register] > op.stamp,
  );
}

type SetOp = Extract<AttachmentOp, { kind: "attachment.set" }>;
