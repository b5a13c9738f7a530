import type { WriteContext } from "../commit/write-context.ts";
import { appError, invalidField, notFound, type AppError } from "../error/errors.ts";
import { z } from "zod";
import { findReadable, readAccess } from "../access/read-access.ts";
import type { Caller } from "../model/caller.ts";
import type { CommitDeps } from "../commit/commit-deps.ts";
import { touchMemo } from "../commit/touch-memo.ts";
import { isResourceId } from "../names/names.ts";
import type { ReadStores } from "../stores/database.ts";
import { err, ok, type Result } from "../error/result.ts";
import { mayReadAttachment } from "../access/attachment-access.ts";
import { attachmentToPut } from "../merge/attachment-to-put.ts";
import { maxAttachmentsPerMemo } from "../access/attachment-limits.ts";
import type { AttachmentDeps } from "./attachment-deps.ts";
import { applyAttachmentSet, planAttachmentSet } from "./attachment-set.ts";
import { changeAttachment } from "./change-attachment.ts";
import { commitAttachment } from "../commit/commit-attachment.ts";
import { checkFilename } from "./file/filename.ts";
import { acceptedMotion } from "./file/motion-media.ts";
import { mediaEssence } from "./file/media-type.ts";
import type {
  AttachmentRecord,
  AttachmentRow,
  MediaMetadata,
  MotionMedia,
} from "../model/attachment.ts";
import type { ReceivedFile } from "./receive-file.ts";
import { fitsQuota, quotaExceeded } from "./upload-quota.ts";

type Outcome<T> = Promise<Result<T, AppError>>;

/** An uploaded file, or a link to an external one. */
export type NewAttachment = {
  /** Id chosen by the caller; the service generates one by default. */
  readonly id?: string;
  /** Id of the memo to attach it to, after its other attachments. */
  readonly memo?: string;
  /** Metadata from the client; metadata found in a file takes precedence. */
  readonly motion?: MotionMedia;
  readonly metadata?: MediaMetadata;
} & (
  | { readonly file: ReceivedFile }
  | { readonly externalLink: string; readonly filename: string; readonly type: string }
);

export interface AttachmentChanges {
  readonly filename?: string;
  /** Id of the memo; null detaches it. */
  readonly memo?: string | null;
}

/** Stores the file and adds the attachment. Disposes `input.file` in any case. */
export async function createAttachment(
  deps: AttachmentDeps,
  caller: Caller,
  input: NewAttachment,
): Outcome<AttachmentRecord> {
  await using held = new AsyncDisposableStack();
  if ("file" in input) held.use(input.file);
  if (input.id !== undefined && !isResourceId(input.id)) {
    return err(
      invalidField(
        "attachmentId",
        "must be 1 to 36 letters, digits or inner hyphens, not all digits",
      ),
    );
  }
  const { database, newId, clock, journal } = deps.memoDeps;
  const id = input.id ?? newId();
  // Checked before the file is stored, to leave none behind on refusal, and again in the write transaction.
  const possible = await database.read((stores) => checkNew(stores, caller, id, input.memo));
  if (!possible.ok) return possible;
  const content = await contentOf(input);
  if (!content.ok) return content;
  // Awaited here: otherwise the file would be disposed first, and a rejection in between would be unhandled.
  return await database.write(async (stores) => {
    const still = await checkNew(stores, caller, id, input.memo);
    if (!still.ok) return still;
    if (await stores.tombstones.has("attachment", id)) return err(alreadyThere());
    const { sha256, sizeBytes } = content.value;
    if (
      sha256 !== null &&
      !(await fitsQuota(stores, deps.limits(), caller, { sha256, sizeBytes }))
    ) {
      return err(quotaExceeded());
    }
    const atMs = clock.nowMs();
    const stamp = clock.tick();
    const row: AttachmentRow = {
      ...content.value,
      id,
      creator: caller.name,
      createdMs: atMs,
      updatedMs: atMs,
      memo: null,
      position: 0,
      stamps: { filename: stamp, link: stamp },
      seq: 0,
      extra: {},
    };
    const op = attachmentToPut(row);
    const made = await commitAttachment(stores, journal, { before: null, op, caller, atMs });
    if (!made.ok || made.value === null)
      throw new Error("a new attachment is there when it is put");
    if (input.memo === undefined) return ok(made.value);
    return attach({ stores, deps: deps.memoDeps, caller }, made.value, input.memo);
  }, caller);
}

async function checkNew(
  stores: Pick<ReadStores, "memos" | "attachments">,
  caller: Caller,
  id: string,
  memo: string | undefined,
): Outcome<null> {
  if ((await stores.attachments.find(id)) !== null) {
    return err(alreadyThere());
  }
  return memo === undefined ? ok(null) : checkOwnMemo(stores, caller, memo);
}

function alreadyThere(): AppError {
  return appError("ALREADY_EXISTS", "an attachment with this id already exists");
}

type Content = Omit<
  AttachmentRow,
  "id" | "creator" | "createdMs" | "updatedMs" | "memo" | "position" | "stamps" | "seq" | "extra"
>;

async function contentOf(input: NewAttachment): Outcome<Content> {
  const said = { motion: input.motion ?? null, metadata: input.metadata ?? null };
  if ("file" in input) {
    const { filename, blob, media } = input.file;
    return ok({
      filename,
      type: media.type,
      sizeBytes: blob.sizeBytes,
      sha256: (await blob.keep()).sha256,
      externalLink: "",
      motion: acceptedMotion(said.motion, media.motion),
      metadata: media.metadata ?? said.metadata,
    });
  }
  const filename = checkFilename(input.filename);
  if (!filename.ok) return filename;
  const link = z
    .url({ protocol: /^https$/, hostname: /./ })
    .max(2048)
    .safeParse(input.externalLink);
  if (!link.success) return err(invalidField("externalLink", "must be an https address"));
  return ok({
    ...said,
    filename: filename.value,
    type: mediaEssence(input.type) || "application/octet-stream",
    sizeBytes: 0,
    sha256: null,
    externalLink: link.data,
  });
}

/** Applies the given changes in one transaction. Writes nothing if nothing changes. */
export async function updateAttachment(
  deps: AttachmentDeps,
  caller: Caller,
  id: string,
  changes: AttachmentChanges,
): Outcome<AttachmentRecord> {
  const filename = changes.filename === undefined ? null : checkFilename(changes.filename);
  if (filename?.ok === false) return filename;
  const { database } = deps.memoDeps;
  return database.write(async (stores) => {
    const context = { stores, deps: deps.memoDeps, caller };
    const found = await findOwn(stores, caller, id);
    if (!found.ok) return found;
    const { memo } = changes;
    if (memo !== undefined && memo !== null) {
      const allowed = await checkOwnMemo(stores, caller, memo);
      if (!allowed.ok) return allowed;
    }
    let attachment = found.value;
    if (filename !== null && filename.value !== attachment.filename) {
      attachment = await changeAttachment(context, attachment, {
        filename: filename.value,
      });
      if (attachment.memo !== null && memo === undefined) {
        await touchMemo(context, attachment.memo);
      }
    }
    if (memo === undefined || memo === attachment.memo) return ok(attachment);
    if (memo !== null) return attach(context, attachment, memo);
    await detach(context, attachment);
    return ok((await stores.attachments.find(id)) ?? attachment);
  }, caller);
}

/** Removes all of the attachments, or none if one may not be removed. The sweep removes their content. */
export async function removeAttachments(
  deps: AttachmentDeps,
  caller: Caller,
  ids: readonly string[],
): Outcome<null> {
  return deps.memoDeps.database.write(async (stores) => {
    const files: AttachmentRecord[] = [];
    for (const id of ids) {
      const found = await findOwn(stores, caller, id);
      if (!found.ok) return found;
      files.push(found.value);
    }
    await removeFiles({ stores, deps: deps.memoDeps, caller }, files);
    return ok(null);
  }, caller);
}

/** Removes files in the caller's transaction. The caller has checked that it may remove them. */
export async function removeFiles(
  context: WriteContext<CommitDeps>,
  files: readonly AttachmentRecord[],
): Promise<void> {
  const { stores, caller } = context;
  const { journal, clock } = context.deps;
  for (const before of files) {
    const op = { kind: "attachment.remove", entity: before.id, stamp: clock.tick() } as const;
    await commitAttachment(stores, journal, { before, op, caller, atMs: clock.nowMs() });
  }
  const memos = new Set(files.flatMap(({ memo }) => memo ?? []));
  for (const memo of memos) await touchMemo(context, memo);
}

async function attach(
  context: WriteContext<CommitDeps>,
  attachment: AttachmentRecord,
  memo: string,
): Outcome<AttachmentRecord> {
  const { stores, caller } = context;
  const there = await stores.attachments.listByMemos([memo]);
  const planned = await planAttachmentSet(stores.attachments, caller, {
    memo,
    ids: [...there.map((each) => each.id), attachment.id],
  });
  if (!planned.ok) return planned;
  await applyAttachmentSet(context, planned.value);
  for (const touched of [memo, ...planned.value.takenFrom]) await touchMemo(context, touched);
  return ok((await stores.attachments.find(attachment.id)) ?? attachment);
}

async function detach(
  context: WriteContext<CommitDeps>,
  attachment: AttachmentRecord,
): Promise<void> {
  const link = { memo: null, position: 0 };
  await changeAttachment(context, attachment, { link });
  if (attachment.memo !== null) await touchMemo(context, attachment.memo);
}

/** Returns the attachment if the caller may change it. NOT_FOUND takes precedence over PERMISSION_DENIED. */
async function findOwn(
  stores: Pick<ReadStores, "memos" | "attachments">,
  caller: Caller,
  id: string,
): Outcome<AttachmentRecord> {
  const found = await stores.attachments.find(id);
  if (found === null) return err(notFound());
  if (found.creator === caller.name) return ok(found);
  const reader = { access: readAccess(caller), sharedMemo: null };
  if (!(await mayReadAttachment(stores, reader, found))) return err(notFound());
  return err(appError("PERMISSION_DENIED", "only its creator may do this"));
}

async function checkOwnMemo(
  stores: Pick<ReadStores, "memos" | "attachments">,
  caller: Caller,
  id: string,
): Outcome<null> {
  const memo = await findReadable(stores.memos, readAccess(caller), id, false);
  if (memo === null) {
    return err(appError("NOT_FOUND", "memo not found", [{ field: "memo", issue: "not found" }]));
  }
  if (memo.creator !== caller.name) {
    return err(appError("PERMISSION_DENIED", "only the creator of a memo can attach files to it"));
  }
  const there = await stores.attachments.listByMemos([id]);
  return there.length < maxAttachmentsPerMemo
    ? ok(null)
    : err(invalidField("memo", `has ${maxAttachmentsPerMemo} attachments already`));
}
