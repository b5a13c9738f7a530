import type { DeviceWriteStores } from "../../stores/device-database.ts";
import { normaliseText } from "../../markdown/index.ts";
import type { MemoDeps } from "../../memo/memo-deps.ts";
import { entityOf } from "../../commit/entity-of.ts";
import type { MemoEntity, MemoRecord } from "../../model/memo.ts";
import { findPastText } from "../../memo/etag/stale-text.ts";
import type { OutboxRow } from "../../stores/sync-stores.ts";
import type { ReadStores } from "../../stores/database.ts";
import {
  addText,
  applyTextUpdate,
  areOfOneHistory,
  hasAdditions,
  mergeTexts,
  type MemoText,
  textHash,
  textUpdateTo,
} from "../../text/index.ts";
import { textToWire, wireToText } from "../../merge/wire-text.ts";
import { applyMemoOp } from "../../merge/apply-memo-op.ts";
import { findEnded, memoText } from "./rebase-edits.ts";
import type { MemoOp } from "../../merge/memo-op.ts";
import { memoToPut } from "../protocol/wire-memo.ts";

/**
 * Edits of an older generation of a memo's document that the server cannot rebase
 * (`rebase-edits.ts`) travel as whole texts: what the sender began with and what they made of it. The
 * server merges them three ways. A device does so in its view, under a generation of its own, so that
 * no editor takes the one document for the other.
 */

type TextOp = Extract<MemoOp, { kind: "memo.text" }>;
type PutOp = Extract<MemoOp, { kind: "memo.put" }>;
type WholeText = NonNullable<TextOp["whole"]>;

type Writer = Pick<MemoDeps, "textClientId">;

/** Under this name a memo's last text of a generation is kept among its past texts. */
export function lastTextName(gen: number): string {
  return `gen:${gen}`;
}

/** A text operation that says everything, in place of one whose document is gone. */
export function wholeTextOp(op: TextOp, gen: number, whole: WholeText): TextOp {
  return {
    ...op,
    gen,
    update: "",
    whole,
    baseSha: textHash(whole.base),
    resultSha: textHash(whole.content),
  };
}

/** The server's form of a whole text: the memo asserted anew with the merged text. */
export function wholeTextToPut(
  deps: Writer,
  before: MemoEntity,
  op: TextOp,
  whole: WholeText,
): MemoOp {
  const content = mergeTexts(whole.base, before.row.content, whole.content);
  const put = memoToPut(before) as PutOp;
  const isLater = op.stamp > (put.stamps.updatedMs ?? put.stamps["*"]);
  return {
    ...put,
    stamp: op.stamp,
    text: textOf(deps, before, content),
    ...(isLater && {
      fields: { ...put.fields, updatedMs: op.updatedMs },
      stamps: { ...put.stamps, updatedMs: op.stamp },
    }),
  };
}

/**
 * A memo that a device states whole under an older generation: what it adds to the text with which
 * that generation ended is added to the newer one. What it lacks is no removal: the device may not
 * have seen how that generation went on. A text that the memo had before adds nothing.
 */
export async function mergeOlderPut(
  deps: Writer,
  stores: Pick<ReadStores, "pastTexts" | "revisions" | "endedDocuments">,
  before: MemoEntity,
  op: PutOp,
): Promise<PutOp> {
  const { content } = before.row;
  const isPast = (await findPastText(stores, op.entity, textHash(op.text.content))) !== null;
  if (isPast) return { ...op, text: textOf(deps, before, content) };
  const { gen } = op.text;
  const ended = await findEnded(stores, op.entity, gen);
  const base = ended?.content ?? (await stores.pastTexts.find(op.entity, lastTextName(gen)));
  const merged =
    base === null
      ? addText(content, op.text.content)
      : mergeTexts(base, content, addText(base, op.text.content));
  return { ...op, text: textOf(deps, before, merged) };
}

/**
 * A memo that a device states whole under a newer generation: the server was restored. Which of its
 * words came since is not known, so the device's text gets what it lacks.
 */
export function mergeNewerPut(deps: Writer, before: MemoEntity, op: PutOp): PutOp {
  const asserted = assertedText(op);
  const merged = addText(asserted.content, before.row.content);
  return { ...op, text: textToWire(edited(deps, asserted, merged)) };
}

/**
 * A memo that a device states whole under the same generation, of another history: the server was
 * restored, and has renewed the document anew.
 */
export function mergeBesidePut(deps: Writer, before: MemoEntity, op: PutOp): PutOp {
  const merged = addText(before.row.content, op.text.content);
  return { ...op, text: textOf(deps, before, merged) };
}

/** The document that a memo is asserted with. */
export function assertedText(op: PutOp): MemoText {
  return { memo: op.entity, content: op.text.content, text: wireToText(op.text) };
}

/** The memo's own document with another text: its seed would be a second one with the same words. */
function textOf(deps: Writer, before: MemoEntity, content: string): PutOp["text"] {
  const current = { memo: before.row.id, content: before.row.content, text: before.text };
  return textToWire(edited(deps, current, content));
}

function edited(deps: Writer, current: MemoText, content: string): MemoText {
  const clientId = deps.textClientId(current.memo, current.text.gen);
  const update = textUpdateTo(current, normaliseText(content), clientId);
  const merged = update === null ? null : applyTextUpdate(current, update);
  return merged?.ok === true ? { memo: current.memo, ...merged.value } : current;
}

/**
 * On a device: the server's document of a memo is of another generation than what waits, or of the same
 * and begun apart. Edits become one whole text, made from what the device last knew the server to have;
 * a memo that was to be asserted whole under an older generation adds what it has to the server's text.
 */
export async function reassertOldEdits(
  stores: DeviceWriteStores,
  incoming: MemoEntity,
): Promise<void> {
  const { id, content: theirs } = incoming.row;
  const { gen } = incoming.text;
  const pending = await stores.outbox.pendingOf(id);
  // Edits of a newer document than the server has go with the assertion that brings it there.
  if (pending.some(({ op }) => op.kind === "memo.put" && op.text.gen > gen)) return;
  const view = await stores.memos.find(id);
  if (view === null) return;
  const apart = await isApart(stores, view, incoming);
  const edits = pending.filter((row) => isOldEdit(row, gen) || (apart && isEdit(row)));
  const put = pending.findLast(({ op }) => op.kind === "memo.put" && op.text.gen < gen);
  const last = edits.at(-1) ?? put;
  if (last === undefined) return;
  const whole =
    put === undefined
      ? await wholeTextOf(stores, incoming, view.content, apart)
      : { base: theirs, content: addText(theirs, view.content) };
  const old = put === undefined ? edits : [...edits, put];
  await stores.outbox.remove(old.map((row) => row.n));
  if (put?.op.kind === "memo.put") {
    const text = textToWire({ memo: id, content: theirs, text: incoming.text });
    await stores.outbox.append({ ...put.op, text }, put.atMs);
  }
  if (whole.base !== whole.content) {
    await stores.outbox.append(wholeTextOp(textOpOf(last.op), gen, whole), last.atMs);
  }
}

/** The text operation that there is, or that stands for what a memo's assertion says of its text. */
function textOpOf(op: MemoOp): TextOp {
  if (op.kind === "memo.text") return op;
  if (op.kind !== "memo.put") throw new Error(`${op.kind} says nothing of a text`);
  const stamp = op.stamps.updatedMs ?? op.stamps["*"];
  const { updatedMs } = op.fields;
  const of = { kind: "memo.text", entity: op.entity, stamp, updatedMs } as const;
  return { ...of, gen: op.text.gen, update: "", baseSha: "", resultSha: "" };
}

/** Where nothing is known of what the server's text has come from, an edit adds and takes nothing out. */
async function wholeTextOf(
  stores: DeviceWriteStores,
  incoming: MemoEntity,
  content: string,
  apart: boolean,
): Promise<WholeText> {
  const asserted = apart ? await assertedBefore(stores, incoming) : null;
  const base = asserted ?? (await sharedText(stores, incoming));
  const theirs = incoming.row.content;
  if (base === null) return { base: theirs, content: addText(theirs, content) };
  return { base, content };
}

/**
 * The text that the server's has come from: what was last known of it, with as many of the waiting
 * operations as it seems to have taken before an answer got lost: what they added is in it.
 * null when nothing is known.
 */
async function sharedText(stores: DeviceWriteStores, { row }: MemoEntity): Promise<string | null> {
  let known = (await stores.bases.get(row.id))?.entity ?? null;
  let shared = known?.row.content ?? null;
  for (const { op } of await stores.outbox.pendingOf(row.id)) {
    const applied = applyMemoOp(known, op);
    if (!applied.ok || applied.value.entity === null) break;
    known = applied.value.entity;
    if (hasAdditions(shared ?? "", known.row.content, row.content)) shared = known.row.content;
  }
  return shared;
}

/** The text of an assertion under the server's generation that goes before the edits. */
async function assertedBefore(
  stores: DeviceWriteStores,
  { row, text }: MemoEntity,
): Promise<string | null> {
  for (const { op } of await stores.outbox.pendingOf(row.id)) {
    if (op.kind === "memo.put" && op.text.gen === text.gen) return normaliseText(op.text.content);
  }
  return null;
}

/**
 * Whether the shown document and the server's are of one generation and begun apart: a server that was
 * put back has renewed it anew. Edits of the one find nothing to build on in the other.
 */
async function isApart(
  stores: DeviceWriteStores,
  view: MemoRecord,
  incoming: MemoEntity,
): Promise<boolean> {
  if (view.gen !== incoming.text.gen) return false;
  return !areOfOneHistory(memoText(await entityOf(stores, view)), memoText(incoming));
}

function isEdit({ op }: OutboxRow): boolean {
  return op.kind === "memo.text" && op.whole === undefined;
}

function isOldEdit(row: OutboxRow, gen: number): boolean {
  return isEdit(row) && row.op.kind === "memo.text" && row.op.gen !== gen;
}
