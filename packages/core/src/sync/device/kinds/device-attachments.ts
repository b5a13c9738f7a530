import { saveAttachment } from "../../../commit/commit-attachment.ts";
import { wantContent } from "../../../attachment/want-content.ts";
import type { AttachmentRow } from "../../../model/attachment.ts";
import type { WriteStores } from "../../../stores/database.ts";
import { applyAttachmentOp } from "../../../merge/apply-attachment-op.ts";
import { type AttachmentOp, wireAttachmentSchema } from "../../../merge/attachment-op.ts";
import type { DeviceKind } from "./device-kind.ts";
import { forgetAttachment, isNewHere } from "../evict/forget-files.ts";
import type { Refusal } from "../../protocol/refusal.ts";
import { entityKey, type SyncOp } from "../../../merge/sync-op.ts";
import { attachmentToPut } from "../../../merge/attachment-to-put.ts";
import { stateWhole } from "../outbox/state-whole.ts";

/** Attachments, as a device takes them from the server. */
export const deviceAttachments: DeviceKind<AttachmentOp> = {
  async takeRow(stores, id, seq, row) {
    const read = wireAttachmentSchema.safeParse(row);
    if (!read.success) return false;
    if (seq < ((await stores.evicted.get(keyOf(id))) ?? 0)) return true;
    if (seq < (await knownSeq(stores, id))) return true;
    await takeServerRow(stores, id, read.data);
    return true;
  },

  async takeRemoval(stores, id, seq) {
    if (seq < (await knownSeq(stores, id))) return;
    await stores.evicted.set(keyOf(id), Math.max(seq, (await stores.evicted.get(keyOf(id))) ?? 0));
    if (await isNewHere(stores, id)) {
      await stores.attachmentBases.set(id, null);
      await showAttachment(stores, id, null);
      return;
    }
    for (const row of await stores.outbox.waitingOn(keyOf(id))) {
      await reject(stores, row.n, "gone");
    }
    await stores.attachmentBases.remove(id);
    await forgetAttachment(stores, id);
  },

  async takeResult(stores, deps, row, { entity: id, code, row: sent, seq }) {
    const { op } = row;
    if (code === "applied" || (code === "gone" && op.kind === "attachment.remove")) {
      await stores.outbox.remove([row.n]);
    } else if (code === "missing-blob" || (code === "missing" && op.kind === "attachment.set")) {
      const view = await stores.attachments.find(id);
      await stores.outbox.remove([row.n]);
      if (view !== null) {
        await stateWhole(stores, view, deps.clock.nowMs());
      } else if ((await stores.outbox.waitingOn(keyOf(id))).length === 0) {
        // It went with its memo meanwhile: neither side has it.
        await stores.attachmentBases.remove(id);
      }
      return;
    } else {
      await reject(stores, row.n, code);
    }
    if (sent === null) await deviceAttachments.takeRemoval(stores, id, seq);
    else await deviceAttachments.takeRow(stores, id, seq, sent);
    // Also when the answer was overtaken by a page: what that said stands, now without the operation.
    await settleAttachment(stores, id);
  },

  async reassertOwn(stores, user, atMs) {
    for (const id of await stores.attachments.idsByOthers(user)) {
      await stores.attachmentBases.remove(id);
      await forgetAttachment(stores, id);
    }
    for (let after: string | undefined = ""; after !== undefined;) {
      const files = await stores.attachments.listByCreator(user, after, 500);
      for (const file of files) {
        const waiting = await stores.outbox.waitingOn(keyOf(file.id));
        await stores.outbox.remove(waiting.map((row) => row.n));
        await stateWhole(stores, file, atMs);
      }
      after = files.at(-1)?.id;
    }
    // What is left is to be removed. The seq of its base belongs to the epoch that was left.
    for (const { op } of await stores.outbox.pending(Number.MAX_SAFE_INTEGER)) {
      if (op.kind === "attachment.remove") await stores.attachmentBases.set(op.entity, null);
    }
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

  // They go with their memos. One whose memo has not come yet waits for it.
  dropUnshown: async () => false,

  async dropLeftOver(stores, id, uptoSeq) {
    const file = await stores.attachments.find(id);
    if (file === null || file.seq === 0 || file.seq > uptoSeq) return false;
    if ((await stores.attachmentBases.get(id)) !== undefined) return false;
    await forgetAttachment(stores, id);
    return true;
  },
};

async function takeServerRow(
  stores: WriteStores,
  id: string,
  incoming: AttachmentRow,
): Promise<void> {
  const isWaiting =
    (await stores.blobUploads.find(id)) !== null ||
    (await stores.outbox.waitingOn(keyOf(id))).length > 0;
  if (isWaiting) await stores.attachmentBases.set(id, incoming);
  else await stores.attachmentBases.remove(id);
  await showAttachment(stores, id, incoming);
}

/** Shows the server's version with what waits on top; nothing when nothing is left. */
async function showAttachment(
  stores: WriteStores,
  id: string,
  base: AttachmentRow | null,
): Promise<void> {
  const before = await stores.attachments.find(id);
  let view = base;
  // What waits for its content has no operation yet: this device's row is the statement.
  if (before !== null && (await stores.blobUploads.find(id)) !== null) {
    view = applied(view, attachmentToPut(before));
  }
  for (const { op } of await stores.outbox.waitingOn(keyOf(id))) view = applied(view, op);
  if (view === null) {
    if (before !== null) await stores.attachments.remove([id]);
    return;
  }
  await wantContent(stores, await saveAttachment(stores, view, before));
}

/** An operation that does not fit is the server's to refuse; the view goes on without it. */
function applied(view: AttachmentRow | null, op: SyncOp): AttachmentRow | null {
  if (!op.kind.startsWith("attachment.")) return view;
  const done = applyAttachmentOp(view, op as AttachmentOp);
  return done.ok ? done.value.row : view;
}

/** Shows the server's version with what waits, and forgets it when nothing does. */
export async function settleAttachment(stores: WriteStores, id: string): Promise<void> {
  const base = await stores.attachmentBases.get(id);
  if (base === undefined) return;
  await showAttachment(stores, id, base.row);
  const isWaiting = (await stores.outbox.waitingOn(keyOf(id))).length > 0;
  if (!isWaiting && (await stores.blobUploads.find(id)) === null) {
    await stores.attachmentBases.remove(id);
  }
}

/** Moves what could not be told to the list of refused operations, and shows what is left. */
export async function refuseUpload(
  stores: WriteStores,
  file: AttachmentRow,
  code: Refusal["code"],
  atMs: number,
): Promise<void> {
  await stores.blobUploads.remove(file.id);
  // It never had a place in the stream.
  const n = await stores.outbox.append(attachmentToPut(file), atMs, "blocked");
  await reject(stores, n, code);
  await settleAttachment(stores, file.id);
}

async function reject(stores: WriteStores, n: number, code: Refusal["code"]): Promise<void> {
  const refusal: Refusal = { code, content: null };
  await stores.outbox.reject(n, JSON.stringify(refusal));
}

async function knownSeq(stores: WriteStores, id: string): Promise<number> {
  const base = await stores.attachmentBases.get(id);
  if (base !== undefined) return base.row?.seq ?? 0;
  return (await stores.attachments.find(id))?.seq ?? 0;
}

function keyOf(id: string): string {
  return entityKey("attachment", id);
}
