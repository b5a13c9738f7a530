import { appError, invalidField, type AppError } from "../errors.ts";
import type { Caller } from "../memo/access.ts";
import type { AttachmentReader, AttachmentStore } from "../ports.ts";
import { err, ok, type Result } from "../result.ts";
import { maxAttachmentsPerMemo } from "./attachment-limits.ts";
import { pairLivePhotos } from "./live-photo.ts";
import type { AttachmentRecord } from "./model.ts";

/** What has to be written so that a memo has exactly the attachments that were asked for. */
export interface AttachmentSetChange {
  /** Rows as they become; empty when the memo has that set already. */
  readonly changed: readonly AttachmentRecord[];
  /** Other memos that lose an attachment by it: an attachment is on one memo at most. */
  readonly takenFrom: readonly string[];
}

/**
 * Works out how `memo` comes to have the attachments `ids`, in that order and no others. Ids given
 * twice count once. What is taken off stays in its owner's library. Writes nothing. NOT_FOUND for an
 * attachment that is not the caller's: it might as well not exist.
 */
export async function planAttachmentSet(
  attachments: AttachmentReader,
  caller: Caller,
  wanted: { readonly memo: string; readonly ids: readonly string[]; readonly atMs: number },
): Promise<Result<AttachmentSetChange, AppError>> {
  const ids = [...new Set(wanted.ids)];
  if (ids.length > maxAttachmentsPerMemo) {
    return err(invalidField("attachments", `are more than ${maxAttachmentsPerMemo}`));
  }
  const foundById = new Map((await attachments.findMany(ids)).map((file) => [file.id, file]));
  const files: AttachmentRecord[] = [];
  for (const id of ids) {
    const file = foundById.get(id);
    if (file === undefined || file.creator !== caller.name) return err(noSuchAttachment());
    files.push(file);
  }
  const motions = pairLivePhotos(files);
  const before = new Map(
    [...files, ...(await attachments.listByMemos([wanted.memo]))].map((file) => [file.id, file]),
  );
  const after = [
    ...files.map((file, position) => ({
      ...file,
      memo: wanted.memo,
      position,
      motion: motions.get(file.id) ?? file.motion,
    })),
    ...[...before.values()]
      .filter((file) => !foundById.has(file.id))
      .map((file) => ({ ...file, memo: null, position: 0 })),
  ];
  const changed = after.filter((file) => isOtherwiseAttached(file, before.get(file.id)));
  const takenFrom = new Set(files.map((file) => file.memo));
  takenFrom.delete(wanted.memo);
  return ok({
    changed: changed.map((file) => ({ ...file, updatedMs: wanted.atMs })),
    takenFrom: [...takenFrom].filter((memo) => memo !== null),
  });
}

export async function applyAttachmentSet(
  attachments: AttachmentStore,
  change: AttachmentSetChange,
): Promise<void> {
  for (const file of change.changed) await attachments.update(file);
}

function isOtherwiseAttached(after: AttachmentRecord, before: AttachmentRecord | undefined) {
  return (
    before?.memo !== after.memo ||
    before.position !== after.position ||
    before.motion !== after.motion
  );
}

function noSuchAttachment(): AppError {
  return appError("NOT_FOUND", "attachment not found", [
    { field: "attachments", issue: "not found" },
  ]);
}
