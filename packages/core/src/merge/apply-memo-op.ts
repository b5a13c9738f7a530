import { normaliseText } from "../markdown/index.ts";
import {
  type MemoElement,
  type MemoEntity,
  type MemoFieldName,
  type MemoFields,
  type MemoRow,
  visibilities,
} from "../model/memo.ts";
import { err, ok, type Result } from "../error/result.ts";
import {
  addText,
  applyTextUpdate,
  areOfOneHistory,
  documentState,
  fromBase64,
  mergeTexts,
  type MemoText,
  type Merged,
} from "../text/index.ts";
import { wireToText } from "./wire-text.ts";
import { hasBegunAgain } from "./begun-again.ts";
import { memoFieldNames } from "./memo-fields.ts";
import type { MemoOp } from "./memo-op.ts";
import type { OpCode } from "./op-code.ts";
import { type FieldStamps, stampOf } from "../model/memo.ts";
import { type Stamp, stampNode } from "../model/stamp.ts";

export type ApplyError =
  /** The memo to change doesn't exist here. */
  | { readonly type: "missing" }
  | { readonly type: "missing-base" }
  | { readonly type: "invalid-update" }
  /** Merging the text takes too much work (T13a, T13b). */
  | { readonly type: "too-complex" }
  /** The edit was made on another generation of the document. */
  | { readonly type: "other-generation" };

/** Returns the code that is sent for an error. */
export function applyErrorToCode({ type }: ApplyError): Exclude<OpCode, "applied"> {
  if (type === "invalid-update") return "invalid";
  return type === "too-complex" ? "too-large" : type;
}

export interface Applied {
  /** null after a purge. */
  readonly entity: MemoEntity | null;
  /** False if the operation had no effect. */
  readonly changed: boolean;
}

/**
 * Applies one operation to a memo. The server, local writes of a device and the rebuild of its view all use
 * this one merge rule. Operations are idempotent and commute field by field: each field keeps the value with
 * the newest stamp, and text merges as a Yjs document. Inputs aren't mutated. Rules S1–S6 in SPEC.md.
 */
export function applyMemoOp(current: MemoEntity | null, op: MemoOp): Result<Applied, ApplyError> {
  switch (op.kind) {
    case "memo.put":
      return current === null ? putNew(op) : mergePut(current, op);
    case "memo.set":
      return current === null ? err({ type: "missing" }) : ok(applySet(current, op));
    case "memo.text":
      return current === null ? err({ type: "missing" }) : applyText(current, op);
    case "memo.element": {
      if (current === null) return err({ type: "missing" });
      const elements = mergeElements(current.elements, [op]);
      if (elements === current.elements) return ok({ entity: current, changed: false });
      return ok({ entity: { ...current, elements }, changed: true });
    }
    case "memo.purge":
      return ok({ entity: null, changed: current !== null });
  }
}

type PutOp = Extract<MemoOp, { kind: "memo.put" }>;

function putNew(op: PutOp): Result<Applied & { readonly entity: MemoEntity }, ApplyError> {
  const sent = wireToText(op.text);
  const read =
    sent.state === null
      ? ok({ content: normaliseText(op.text.content), text: sent })
      : readDocument(op.entity, sent.gen, sent.state);
  if (!read.ok) return read;
  const { content, text } = read.value;
  const entity: MemoEntity = {
    row: {
      id: op.entity,
      creator: op.creator,
      parent: op.parent,
      ...op.fields,
      content,
      gen: text.gen,
      stamps: op.stamps,
      seq: 0,
      extra: op.extra,
    },
    text,
    elements: mergeElements([], op.elements),
  };
  return ok({ entity, changed: true });
}

/** Reads a whole document. Returns it re-encoded, the form whose reading work was checked. */
function readDocument(memo: string, gen: number, state: Uint8Array): Merged {
  return applyTextUpdate({ memo, content: "", text: { gen, state: null } }, state);
}

function mergePut(current: MemoEntity, op: PutOp): Result<Applied, ApplyError> {
  const fields = mergeWholeFields(current.row, placedAs(current.row, op));
  const elements = mergeElements(current.elements, op.elements);
  // Unknown fields have no stamps: existing values are kept.
  const extra = { ...op.extra, ...current.row.extra };
  const hasMore = Object.keys(extra).length > Object.keys(current.row.extra).length;
  if (hasMore) {
    const known = { ...current, row: { ...current.row, extra } };
    const merged = mergePut(known, { ...op, extra: {} });
    return merged.ok ? ok({ ...merged.value, changed: true }) : merged;
  }
  if (op.text.gen !== current.text.gen) {
    if (op.text.gen < current.text.gen) {
      const kept = withFields(current, fields);
      const changed = kept.changed || elements !== current.elements;
      return ok({ entity: { ...kept.entity, elements }, changed });
    }
    const put = putNew(op);
    if (!put.ok) return put;
    const sent = put.value.entity;
    const { row } = withFields(current, fields).entity;
    const taken = { ...row, content: sent.row.content, gen: op.text.gen };
    return ok({ entity: { row: taken, text: sent.text, elements }, changed: true });
  }
  const sent: MemoText = {
    memo: op.entity,
    content: normaliseText(op.text.content),
    text: wireToText(op.text),
  };
  const next = withFields(current, fields);
  if (!areOfOneHistory(memoText(current), sent)) {
    const content = normaliseText(addText(current.row.content, sent.content));
    const changed = next.changed || elements !== current.elements;
    if (content === current.row.content) {
      return ok({ entity: { ...next.entity, elements }, changed });
    }
    return ok({ entity: { ...asOwnView(next.entity, content), elements }, changed: true });
  }
  const merged = applyTextUpdate(memoText(current), documentState(sent));
  if (!merged.ok) return merged;
  return ok({
    entity: {
      row: { ...next.entity.row, content: merged.value.content },
      text: merged.value.text,
      elements,
    },
    changed: next.changed || merged.value.text !== current.text || elements !== current.elements,
  });
}

function applySet(
  current: MemoEntity,
  op: Extract<MemoOp, { kind: "memo.set" }>,
): { entity: MemoEntity; changed: boolean } {
  const set: Partial<MemoFields> = definedOnly(op.set);
  const fields = mergeFields(current.row, set, () => op.stamp);
  const next = withFields(current, restrictVisibility(current.row, op, fields));
  if (op.extra === undefined) return next;
  const row = { ...next.entity.row, extra: { ...current.row.extra, ...op.extra } };
  return { entity: { ...next.entity, row }, changed: true };
}

/**
 * Returns true if this operation and an earlier one by another replica changed the visibility from the same
 * base.
 */
export function clashesInVisibility(
  row: MemoRow,
  op: Extract<MemoOp, { kind: "memo.set" }>,
): boolean {
  const seen = stampOf(row.stamps, "visibility");
  const isConcurrent =
    op.baseVisibility !== undefined && op.baseVisibility !== seen && !hasBegunAgain(row, op.stamp);
  // Changes by one replica are sequential, even if the server moved the stamp of the first.
  return op.set.visibility !== undefined && isConcurrent && stampNode(seen) !== stampNode(op.stamp);
}

/**
 * For two changes of visibility from the same base, the more restrictive one wins, whichever is later. A memo
 * that one user has just hidden must not be shown (S4).
 */
function restrictVisibility(
  row: MemoRow,
  op: Extract<MemoOp, { kind: "memo.set" }>,
  merged: StampedFields,
): StampedFields {
  const wanted = op.set.visibility;
  if (wanted === undefined || !clashesInVisibility(row, op)) return merged;
  const seen = stampOf(row.stamps, "visibility");
  const stricter = rank(wanted) < rank(row.visibility) ? wanted : row.visibility;
  const stamp = op.stamp > seen ? op.stamp : seen;
  return {
    fields: { ...merged.fields, visibility: stricter },
    stamps: { ...merged.stamps, visibility: stamp },
  };
}

function rank(visibility: MemoFields["visibility"]): number {
  return visibilities.indexOf(visibility);
}

function applyText(
  current: MemoEntity,
  op: Extract<MemoOp, { kind: "memo.text" }>,
): Result<Applied, ApplyError> {
  if (op.whole !== undefined) return ok(applyWholeText(current, op, op.whole));
  if (op.gen !== current.text.gen) return err({ type: "other-generation" });
  const merged = applyTextUpdate(memoText(current), fromBase64(op.update));
  if (!merged.ok) return merged;
  // Applied even if the text doesn't change: two users who delete the same words both edited.
  const fields = mergeFields(current.row, { updatedMs: op.updatedMs }, () => op.stamp);
  const next = withFields(current, fields);
  return ok({
    entity: {
      ...current,
      row: { ...next.entity.row, content: merged.value.content },
      text: merged.value.text,
    },
    changed: next.changed || merged.value.text !== current.text,
  });
}

/**
 * Merges the text as a device shows it until the server has merged it, under an otherwise unused generation. Shows the
 * device's own reading of a token, because only the server decides (T3d). A server refuses a text that is too large with
 * it.
 */
function applyWholeText(
  current: MemoEntity,
  op: Extract<MemoOp, { kind: "memo.text" }>,
  whole: { readonly base: string; readonly content: string },
): Applied {
  const fields = mergeFields(current.row, { updatedMs: op.updatedMs }, () => op.stamp);
  const next = withFields(current, fields);
  const merged = mergeTexts(whole.base, current.row.content, whole.content, "theirs");
  const content = normaliseText(merged);
  if (content === current.row.content) return next;
  return { entity: asOwnView(next.entity, content), changed: true };
}

function asOwnView(entity: MemoEntity, content: string): MemoEntity {
  const gen = entity.text.gen + 1;
  return { ...entity, row: { ...entity.row, content, gen }, text: { gen, state: null } };
}

/**
 * Maximum number of removed links stored per memo; the newest are kept. They could otherwise outgrow its
 * text.
 */
export const maxRemovedRelations = 1000;

/** Merges elements: the newest stamp wins, a tie adds. Returns `current` itself if nothing changes. */
function mergeElements(
  current: readonly MemoElement[],
  given: readonly MemoElement[],
): readonly MemoElement[] {
  const merged = new Map(current.map((element) => [elementId(element), element]));
  const discarded = discardedUpTo(current);
  let changed = false;
  for (const { set, key, value, stamp } of given) {
    const known = merged.get(elementId({ set, key }));
    if (known !== undefined && !isNewer({ value, stamp }, known)) continue;
    if (known === undefined && set === "relation" && stamp <= discarded) continue;
    merged.set(elementId({ set, key }), { set, key, value, stamp });
    changed = true;
  }
  if (!changed) return current;
  for (const element of removedRelations(merged.values()).slice(maxRemovedRelations)) {
    merged.delete(elementId(element));
  }
  return [...merged.entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, element]) => element);
}

/** Returns removed relations, newest first. */
function removedRelations(elements: Iterable<MemoElement>): MemoElement[] {
  return [...elements]
    .filter(({ set, value }) => set === "relation" && value === null)
    .toSorted((a, b) =>
      a.stamp === b.stamp ? (a.key < b.key ? -1 : 1) : a.stamp > b.stamp ? -1 : 1,
    );
}

/**
 * Returns the stamp up to which removals may have been discarded, or "" if all are stored. An unknown link
 * with that stamp or an older one may have been removed.
 */
function discardedUpTo(elements: readonly MemoElement[]): Stamp {
  if (elements.length < maxRemovedRelations) return "";
  return removedRelations(elements)[maxRemovedRelations - 1]?.stamp ?? "";
}

function elementId({ set, key }: Pick<MemoElement, "set" | "key">): string {
  return `${set}\n${key}`;
}

function isNewer(
  next: Pick<MemoElement, "value" | "stamp">,
  known: Pick<MemoElement, "value" | "stamp">,
): boolean {
  if (next.stamp !== known.stamp) return next.stamp > known.stamp;
  return known.value === null && next.value !== null;
}

interface StampedFields {
  readonly fields: Partial<MemoFields>;
  readonly stamps: FieldStamps;
}

/** Merges each given field whose stamp is newer than the row's. */
function mergeFields(
  row: MemoRow,
  given: Partial<MemoFields>,
  stampFor: (field: MemoFieldName) => Stamp,
): StampedFields {
  const fields: Record<string, unknown> = {};
  const stamps: Record<string, Stamp | undefined> = { ...row.stamps };
  for (const field of memoFieldNames) {
    if (!(field in given)) continue;
    const stamp = stampFor(field);
    if (stamp <= stampOf(row.stamps, field)) continue;
    fields[field] = given[field];
    stamps[field] = stamp;
  }
  return { fields, stamps: { ...stamps, "*": row.stamps["*"] } };
}

/**
 * Merges each field of an asserted memo whose stamp is newer than the row's. A field that has its own stamp
 * on neither side gets none. When a creation is reasserted with a moved stamp (C5), the memo therefore
 * doesn't count as begun again.
 */
function mergeWholeFields(
  row: MemoRow,
  { fields: given, stamps: sent }: StampedFields,
): StampedFields {
  const fields: Record<string, unknown> = {};
  const stamps: Record<string, Stamp | undefined> = { ...row.stamps };
  for (const field of memoFieldNames) {
    const known = stampOf(row.stamps, field);
    if (!(field in given)) {
      stamps[field] = known;
      continue;
    }
    const stamp = stampOf(sent, field);
    if (stamp > known) fields[field] = given[field];
    const isByItself = row.stamps[field] !== undefined || sent[field] !== undefined;
    if (isByItself) stamps[field] = newer(known, stamp);
  }
  return { fields, stamps: { ...stamps, "*": newer(row.stamps["*"], sent["*"]) } };
}

/**
 * Returns an asserted memo without its visibility and space if it is a comment on only one side. A comment has
 * those of its memo, and nobody chose them for the other.
 */
function placedAs(row: MemoRow, op: PutOp): StampedFields {
  if (op.parent === row.parent) return op;
  const { visibility: _visibility, space: _space, ...fields } = op.fields;
  return { fields, stamps: op.stamps };
}

function newer(a: Stamp, b: Stamp): Stamp {
  return a > b ? a : b;
}

function withFields(
  current: MemoEntity,
  { fields, stamps }: StampedFields,
): { entity: MemoEntity; changed: boolean } {
  const row = { ...current.row, ...fields, stamps };
  return { entity: { ...current, row }, changed: !sameStamps(current.row.stamps, stamps) };
}

function sameStamps(a: FieldStamps, b: FieldStamps): boolean {
  return memoFieldNames.every((field) => stampOf(a, field) === stampOf(b, field));
}

function memoText(entity: MemoEntity): MemoText {
  return { memo: entity.row.id, content: entity.row.content, text: entity.text };
}

/** Removes keys whose value is undefined. */
function definedOnly(set: Extract<MemoOp, { kind: "memo.set" }>["set"]): Partial<MemoFields> {
  return Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined));
}
