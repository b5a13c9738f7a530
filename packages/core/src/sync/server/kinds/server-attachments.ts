import { jsonBytes } from "../../../bytes/utf8-length.ts";
import { mayReadAttachment } from "../../../access/attachment-access.ts";
import {
  defaultAttachmentLimits,
  maxAttachmentsPerMemo,
} from "../../../access/attachment-limits.ts";
import { reachable } from "../../../attachment/blob-uploads.ts";
import { commitAttachment } from "../../../commit/commit-attachment.ts";
import { checkFilename } from "../../../attachment/file/filename.ts";
import { mediaEssence } from "../../../attachment/file/media-type.ts";
import type { AttachmentRecord } from "../../../model/attachment.ts";
import { acceptedMotion } from "../../../attachment/file/motion-media.ts";
import { fitsQuota } from "../../../attachment/upload-quota.ts";
import type { Caller } from "../../../model/caller.ts";
import { findReadable, readAccess } from "../../../access/read-access.ts";
import { isResourceId } from "../../../names/names.ts";
import type { ServerWriteStores } from "../../../stores/server-database.ts";
import { err, ok, type Result } from "../../../error/result.ts";
import { scopesOfAttachment } from "../../../feed/attachment-feed.ts";
import type { AttachmentOp } from "../../../merge/attachment-op.ts";
import { hasBegunAgain } from "../../../merge/begun-again.ts";
import type { OpCode } from "../../../merge/op-code.ts";
import type { LoadedRow, PushContext, PushOutcome, ServerKind } from "./server-kind.ts";
import type { Stamp } from "../../../model/stamp.ts";
import { checkUnknown } from "../../../merge/unknown-fields.ts";
import { attachmentToWire } from "../../../merge/attachment-to-put.ts";

type Refusal = Exclude<OpCode, "applied">;
type PutOp = Extract<AttachmentOp, { kind: "attachment.put" }>;

/** Attachments on the server: sends rows to devices and applies their operations. */
export const serverAttachments: ServerKind<AttachmentOp> = {
  async load(stores, { caller, follows }, ids) {
    const reader = { access: readAccess(caller), sharedMemo: null };
    const rows = new Map<string, LoadedRow>();
    for (const each of await stores.attachments.findMany([...new Set(ids)])) {
      if (!(await mayReadAttachment(stores, reader, each))) continue;
      // The attachment follows its memo: both are updates, or both are evictions for this device (R11).
      const scopes = follows === null ? null : await scopesOfAttachment(stores, each);
      if (scopes !== null && ![...scopes].some((scope) => follows?.has(scope))) continue;
      const row = attachmentToWire(each);
      rows.set(each.id, {
        row,
        seq: each.seq,
        bytes: jsonBytes(row),
      });
    }
    return rows;
  },

  async apply(context, op) {
    const { stores, deps, caller } = context;
    deps.clock.observe(op.stamp);
    if (await stores.tombstones.has("attachment", op.entity)) {
      return outcome(op.kind === "attachment.remove" ? "applied" : "gone");
    }
    const before = await stores.attachments.find(op.entity);
    const problem =
      op.kind === "attachment.put" ? checkUnknown({ ...before?.extra, ...op.extra }) : null;
    if (problem !== null) return { ...problem, merged: false };
    const allowed = await authorise(context, before, op);
    if (!allowed.ok) {
      // Removing an attachment that the caller can't see counts as done.
      const isDone = op.kind === "attachment.remove" && allowed.error === "missing";
      return outcome(isDone ? "applied" : allowed.error);
    }
    const done = await commitAttachment(stores, deps.journal, {
      before,
      op: allowed.value,
      caller,
      atMs: deps.clock.nowMs(),
    });
    return outcome(done.ok ? "applied" : done.error.type);
  },
};

function outcome(code: OpCode): PushOutcome {
  return { code, merged: false };
}

/** Checks an operation by the rules of the REST API. Returns it with the values that the server decides. */
async function authorise(
  context: PushContext,
  before: AttachmentRecord | null,
  op: AttachmentOp,
): Promise<Result<AttachmentOp, Refusal>> {
  const { stores, caller } = context;
  if (before !== null && before.creator !== caller.name) {
    const reader = { access: readAccess(caller), sharedMemo: null };
    return err((await mayReadAttachment(stores, reader, before)) ? "denied" : "missing");
  }
  switch (op.kind) {
    case "attachment.put": {
      const asserted =
        before === null
          ? await authoriseNew(context, op)
          : ok({ ...op, motion: ownMotion(op.motion, before) });
      if (!asserted.ok) return asserted;
      const named = checkFilename(op.filename);
      if (!named.ok) return err("invalid");
      const link = await authoriseLink(stores, caller, before, {
        ...op,
        decided: op.stamps.link,
      });
      return link.ok ? ok({ ...asserted.value, ...link.value, filename: named.value }) : link;
    }
    case "attachment.set": {
      // Check this before the content, as for an attachment that the caller may not see.
      if (before === null) return err("missing");
      const named = op.filename === undefined ? ok(undefined) : checkFilename(op.filename);
      if (!named.ok) return err("invalid");
      const { motion: said, ...rest } = op;
      const others = named.value === undefined ? rest : { ...rest, filename: named.value };
      const own: AttachmentOp =
        said === undefined ? others : { ...others, motion: ownMotion(said, before) };
      if (own.link === undefined) return ok(own);
      const link = await authoriseLink(stores, caller, before, {
        ...own.link,
        decided: op.stamp,
      });
      return link.ok ? ok({ ...own, link: link.value }) : link;
    }
    case "attachment.remove":
      return ok(op);
  }
}

/**
 * Checks a new attachment. Its content must be on the server, which decides hash, size, type and the position
 * of an embedded video.
 */
async function authoriseNew(
  { stores, deps, caller }: PushContext,
  op: PutOp,
): Promise<Result<PutOp, Refusal>> {
  const type = mediaEssence(op.type);
  if (!isResourceId(op.entity) || (type === "" && op.type !== "")) return err("invalid");
  const own = { ...op, type, creator: caller.name };
  if (op.sha256 === null) {
    return /^https:\/\/[^/]/.test(op.externalLink) ? ok({ ...own, sizeBytes: 0 }) : err("invalid");
  }
  if (op.externalLink !== "") return err("invalid");
  const stored = await reachable(stores, caller, op.sha256);
  if (stored === null || deps.lacking.has(op.sha256)) return err("missing-blob");
  const limits = (deps.attachmentLimits ?? (() => defaultAttachmentLimits))();
  if (!(await fitsQuota(stores, limits, caller, stored))) return err("too-large");
  const { sha256, sizeBytes, metadata } = stored;
  const motion = acceptedMotion(op.motion, stored.motion);
  return ok({
    ...own,
    sha256,
    sizeBytes,
    type: stored.type,
    // Metadata found in the file takes precedence, as in the REST API.
    motion: motion === null ? null : { ...motion },
    metadata: metadata === null ? op.metadata : { ...metadata },
  });
}

function ownMotion(said: PutOp["motion"], before: AttachmentRecord): PutOp["motion"] {
  const motion = acceptedMotion(
    said,
    before.motion?.hasEmbeddedVideo === true ? before.motion : null,
  );
  return motion === null ? null : { ...motion };
}

interface Link {
  readonly memo: string | null;
  readonly position: number;
}

/** Checks the link of an attachment. If its memo no longer exists, the file stays in its owner's library. */
async function authoriseLink(
  stores: ServerWriteStores,
  caller: Caller,
  before: AttachmentRecord | null,
  { memo, position, decided }: Link & { readonly decided: Stamp },
): Promise<Result<Link, Refusal>> {
  if (memo === null || memo === before?.memo) return ok({ memo, position });
  const record = await stores.memos.find(memo);
  if (record === null) return ok({ memo: null, position: 0 });
  // It was attached to the memo's previous life, and the new memo may be visible to others.
  const isForFormer = record.creator === caller.name && hasBegunAgain(record, decided);
  if (isForFormer) return ok({ memo: null, position: 0 });
  if (record.creator !== caller.name) {
    const readable = await findReadable(stores.memos, readAccess(caller), memo, false);
    return readable === null ? ok({ memo: null, position: 0 }) : err("denied");
  }
  const there = await stores.attachments.listByMemos([memo]);
  return there.length < maxAttachmentsPerMemo ? ok({ memo, position }) : err("invalid");
}
