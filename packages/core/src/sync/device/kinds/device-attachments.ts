import type { AttachmentRow } from "../../../model/attachment.ts";
import type { DeviceWriteStores } from "../../../stores/device-database.ts";
import { type AttachmentOp, wireAttachmentSchema } from "../../../merge/attachment-op.ts";
import type { DeviceKind } from "./device-kind.ts";
import type { Refusal } from "../../protocol/refusal.ts";
import { entityKey } from "../../../merge/sync-op.ts";
import { attachmentToPut } from "../../../merge/attachment-to-put.ts";
import { holdLink } from "../rebase/held-files.ts";
import { attachmentRebase } from "../rebase/attachment-rebase.ts";
import { assertWhole } from "../outbox/assert-whole.ts";

/** Applies attachments from the server on a device. */
export const deviceAttachments: DeviceKind<AttachmentOp> = {
  async applyRow(stores, { entity: id, seq, row }) {
    const read = wireAttachmentSchema.safeParse(row);
    if (!read.success) return false;
    await attachmentRebase.applyRow(stores, id, seq, read.data);
    return true;
  },

  async applyRemoval(stores, id, seq) {
    await attachmentRebase.applyRemoval(stores, id, seq);
  },

  async applyResult(stores, deps, row, { entity: id, code, row: sent, seq }) {
    const { op } = row;
    if (code === "missing-blob" || (code === "missing" && op.kind === "attachment.set")) {
      const view = await stores.attachments.find(id);
      await stores.outbox.remove([row.n]);
      if (view !== null) {
        await assertWhole(stores, view, deps.clock.nowMs());
      } else if ((await stores.outbox.waitingOn(keyOf(id))).length === 0) {
        // It was removed with its memo meanwhile: neither side has it.
        await stores.bases.remove(keyOf(id));
      }
      return;
    }
    const isDone = code === "gone" && op.kind === "attachment.remove";
    const read = wireAttachmentSchema.nullable().safeParse(sent);
    const answer = { code: isDone ? "applied" : code, seq, row: read.data } as const;
    if (answer.code === "applied" && answer.row) {
      await holdLink(stores, row, answer.row, deps.clock.tick());
    }
    await attachmentRebase.takeAnswer(stores, row, answer);
  },

  async reassertOwn(stores, user, atMs) {
    for (const id of await stores.attachments.idsByOthers(user)) {
      await attachmentRebase.giveUp(stores, id);
    }
    for (let after: string | undefined = ""; after !== undefined;) {
      const files = await stores.attachments.listByCreator(user, after, 500);
      for (const file of files) {
        await attachmentRebase.reassert(stores, file.id, () => assertWhole(stores, file, atMs));
      }
      after = files.at(-1)?.id;
    }
    // The rest is pending removals.
    await attachmentRebase.leaveEpoch(stores);
  },

  async unmarked(stores, after, limit) {
    for (let from = after; ;) {
      const ids = await stores.attachments.ids(from, limit);
      const marked = await stores.snapshotMarks.among(ids.map(keyOf));
      const unmet = ids.filter((id) => !marked.has(keyOf(id)));
      if (ids.length === 0 || unmet.length > 0) return unmet;
      from = ids.at(-1) ?? from;
    }
  },

  // Attachments are evicted with their memos. `evictOrphans` evicts those whose memos don't arrive.
  evictUnshown: async () => false,

  evictLeftOver: attachmentRebase.evictLeftOver,
};

/**
 * Moves a file that couldn't be uploaded to the rejected operations, and rebuilds the displayed row from the
 * remaining ones.
 */
export async function refuseUpload(
  stores: DeviceWriteStores,
  file: AttachmentRow,
  code: Refusal["code"],
  atMs: number,
): Promise<void> {
  await stores.blobUploads.remove(file.id);
  // Blocked, because it was never part of the stream.
  const op = attachmentToPut(file);
  const n = await stores.outbox.append(op, atMs, "blocked");
  await attachmentRebase.refuse(stores, { n, op }, code);
  await attachmentRebase.settle(stores, file.id);
}

function keyOf(id: string): string {
  return entityKey("attachment", id);
}
