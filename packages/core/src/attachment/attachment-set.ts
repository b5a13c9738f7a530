import type { WriteContext } from "../commit/write-context.ts";
import { appError, invalidField, type AppError } from "../error/errors.ts";
import type { Caller } from "../model/caller.ts";
import type { CommitDeps } from "../commit/commit-deps.ts";
import type { AttachmentReader } from "../stores/attachment-store.ts";
import { err, ok, type Result } from "../error/result.ts";
import { maxAttachmentsPerMemo } from "../access/attachment-limits.ts";
import { changeAttachment } from "./change-attachment.ts";
import { pairLivePhotos } from "./file/live-photo.ts";
import type { AttachmentRecord } from "../model/attachment.ts";

/** Changes that give a memo exactly the requested attachments. */
export interface AttachmentSetChange {
  /** Rows before and after; empty if the memo already has that set. */
  readonly changed: readonly {
    readonly before: AttachmentRecord;
    readonly after: AttachmentRecord;
  }[];
  /** Other memos that lose an attachment: a file is attached to one memo at most. */
  readonly takenFrom: readonly string[];
}

/**
 * Plans the changes that give `memo` exactly the attachments `ids`, in that order. Duplicate ids count once.
 * Detached files stay in their owner's library. Writes nothing. NOT_FOUND if the caller doesn't own an
 * attachment, as if it didn't exist.
 */
export async function planAttachmentSet(
  attachments: AttachmentReader,
  caller: Caller,
  wanted: {
    readonly memo: string;
    readonly ids: readonly string[];
    /** True if the memo has no attachments yet; skips the query for them. */
    readonly hasNone?: boolean;
  },
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
  const had = wanted.hasNone === true ? [] : await attachments.listByMemos([wanted.memo]);
  const before = new Map([...files, ...had].map((file) => [file.id, file]));
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
  const changed = after.flatMap((file) => {
    const was = before.get(file.id);
    return was !== undefined && isOtherwiseAttached(file, was)
      ? [{ before: was, after: file }]
      : [];
  });
  const takenFrom = new Set(files.map((file) => file.memo));
  takenFrom.delete(wanted.memo);
  return ok({
    changed,
    takenFrom: [...takenFrom].filter((memo) => memo !== null),
  });
}

/** Writes the planned changes in the caller's transaction. */
export async function applyAttachmentSet(
  context: WriteContext<Pick<CommitDeps, "journal" | "clock">>,
  change: AttachmentSetChange,
): Promise<void> {
  for (const { before, after } of change.changed) {
    const { memo, position, motion } = after;
    const moves = motion === before.motion ? {} : { motion };
    await changeAttachment(context, before, { link: { memo, position }, ...moves });
  }
}

function isOtherwiseAttached(after: AttachmentRecord, before: AttachmentRecord): boolean {
  return (
    before.memo !== after.memo ||
    before.position !== after.position ||
    before.motion !== after.motion
  );
}

function noSuchAttachment(): AppError {
  return appError("NOT_FOUND", "attachment not found", [
    { field: "attachments", issue: "not found" },
  ]);
}
