import type { AttachmentRow, AttachmentStamps } from "../model/attachment.ts";
import { err, ok, type Result } from "../error/result.ts";
import type { AttachmentOp } from "./attachment-op.ts";
import type { Stamp } from "../model/stamp.ts";

export interface AppliedAttachment {
  /** null after a removal. */
  readonly row: AttachmentRow | null;
  /** False if the operation had no effect. */
  readonly changed: boolean;
}

/**
 * Applies one operation to an attachment. Server and devices use this one merge rule. It is idempotent, and
 * commutative for each register. The newest stamp wins; with equal stamps, being attached to a memo wins. The
 * content never changes. Rules B1–B3 in SPEC.md.
 */
export function applyAttachmentOp(
  current: AttachmentRow | null,
  op: AttachmentOp,
): Result<AppliedAttachment, { readonly type: "missing" }> {
  switch (op.kind) {
    case "attachment.put":
      return ok(current === null ? { row: putNew(op), changed: true } : mergePut(current, op));
    case "attachment.set":
      if (current === null) return err({ type: "missing" });
      return ok(mergeRegisters(current, registersOf(op), op));
    case "attachment.remove":
      return ok({ row: null, changed: current !== null });
  }
}

type PutOp = Extract<AttachmentOp, { kind: "attachment.put" }>;
type SetOp = Extract<AttachmentOp, { kind: "attachment.set" }>;

interface Registers {
  readonly filename?: { readonly value: string; readonly stamp: Stamp };
  readonly link?: Link & { readonly stamp: Stamp };
}

interface Link {
  readonly memo: string | null;
  readonly position: number;
  /** undefined: unchanged. */
  readonly motion?: AttachmentRow["motion"] | undefined;
}

function putNew(op: PutOp): AttachmentRow {
  const { kind: _kind, entity, stamp: _stamp, ...fields } = op;
  return { ...fields, id: entity, seq: 0 };
}

function mergePut(current: AttachmentRow, op: PutOp): AppliedAttachment {
  const { memo, position, motion } = op;
  const { row, changed } = mergeRegisters(
    current,
    {
      filename: { value: op.filename, stamp: op.stamps.filename },
      link: { memo, position, motion: motion ?? undefined, stamp: op.stamps.link },
    },
    op,
  );
  const extra = { ...op.extra, ...current.extra };
  const hasMore = Object.keys(extra).length > Object.keys(current.extra).length;
  return { row: row === null ? null : { ...row, extra }, changed: changed || hasMore };
}

function registersOf({ filename, link, motion, stamp }: SetOp): Registers {
  return {
    ...(filename === undefined ? {} : { filename: { value: filename, stamp } }),
    ...(link === undefined ? {} : { link: { ...link, motion, stamp } }),
  };
}

function mergeRegisters(
  current: AttachmentRow,
  { filename, link }: Registers,
  { updatedMs }: { readonly updatedMs: number },
): AppliedAttachment {
  const takesName = filename !== undefined && filename.stamp > current.stamps.filename;
  const takesLink = link !== undefined && winsLink(link, current);
  if (!takesName && !takesLink) return { row: current, changed: false };
  const stamps: AttachmentStamps = {
    filename: takesName ? filename.stamp : current.stamps.filename,
    link: takesLink ? link.stamp : current.stamps.link,
  };
  const row: AttachmentRow = {
    ...current,
    ...(takesName && { filename: filename.value }),
    ...(takesLink && {
      memo: link.memo,
      position: link.position,
      motion: link.motion === undefined ? current.motion : link.motion,
    }),
    updatedMs: Math.max(current.updatedMs, updatedMs),
    stamps,
  };
  return { row, changed: true };
}

/**
 * Compares links. For equal stamps an attached file wins, then the later position, so order of arrival
 * doesn't matter.
 */
function winsLink(link: Link & { readonly stamp: Stamp }, current: AttachmentRow): boolean {
  if (link.stamp !== current.stamps.link) return link.stamp > current.stamps.link;
  if (link.memo === current.memo) return link.position > current.position;
  return (link.memo ?? "") > (current.memo ?? "");
}
