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
  clientIdFrom,
  hasAdditions,
  mergeKeepingBoth,
  mergeTexts,
  type MemoText,
  repeatsWord,
  textHash,
  textUpdateTo,
} from "../../text/index.ts";
import { textToWire, wireToText } from "../../merge/wire-text.ts";
import { applyMemoOp } from "../../merge/apply-memo-op.ts";
import { findEnded, memoText } from "./rebase-edits.ts";
import { isMemoOp } from "../../merge/sync-op.ts";
import type { MemoOp } from "../../merge/memo-op.ts";
import { memoToPut } from "../protocol/wire-memo.ts";

/**
 * Whole texts replace edits of an older generation that the server can't rebase (`rebase-edits.ts`). They
 * contain the sender's base text and its result. The server merges them three ways. A device merges them in
 * its view, under a separate generation, so that no editor confuses the two documents.
 */

type TextOp = Extract<MemoOp, { kind: "memo.text" }>;
type PutOp = Extract<MemoOp, { kind: "memo.put" }>;
type WholeText = NonNullable<TextOp["whole"]>;

type Writer = Pick<MemoDeps, "textClientId">;

/** Returns the name under which past texts store a memo's last text of a generation. */
export function lastTextName(gen: number): string {
  return `gen:${gen}`;
}

/** Returns a text operation with the whole text, for an edit whose document is no longer stored. */
export function wholeTextOp(op: TextOp, gen: number, whole: WholeText): TextOp {
  const { edit: _edit, ...rest } = op;
  return {
    ...rest,
    gen,
    update: "",
    whole,
    baseSha: textHash(whole.base),
    resultSha: textHash(whole.content),
  };
}

/**
 * Returns the operation that the server applies for a whole text: an assertion of the memo with the merged
 * text, `content`.
 */
export function wholeTextToPut(
  deps: Writer,
  before: MemoEntity,
  op: TextOp,
  content: string,
): MemoOp {
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
 * Returns a memo with operations applied, whole texts as edits of its document. Where both sides replaced a token, both
 * readings stay: as an edit, the chosen one would replace the other without anyone being told (T3e). Two copies of a
 * profile make the same edits.
 */
export function withWholesAsEdits(memo: MemoEntity, ops: readonly MemoOp[]): MemoEntity {
  let entity = memo;
  for (const op of ops) {
    const applied = applyMemoOp(entity, op);
    if (!applied.ok || applied.value.entity === null) continue;
    const next = applied.value.entity;
    const whole = op.kind === "memo.text" ? op.whole : undefined;
    entity = whole === undefined ? next : asEdit(entity, next, whole);
  }
  return entity;
}

function asEdit(
  before: MemoEntity,
  after: MemoEntity,
  { base, content: ours }: WholeText,
): MemoEntity {
  const current = memoText(before);
  const wanted = normaliseText(mergeKeepingBoth(base, current.content, ours));
  const label = ["edit", current.memo, current.text.gen, current.content, wanted].join("\n");
  const { content, text } = edited({ textClientId: () => clientIdFrom(label) }, current, wanted);
  return content === wanted
    ? { ...after, row: { ...after.row, content, gen: text.gen }, text }
    : after;
}

/**
 * Merges a memo that a device asserts under an older generation. Text that it adds to the last text of that
 * generation is added to the newer one. Missing text isn't a removal, because the device may not have seen
 * that generation's last edits. A text that the memo had before adds nothing.
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
 * Merges a memo that a device asserts under a newer generation; the server was restored. The server doesn't
 * know which of its words are newer, so it adds all that the device's text lacks.
 */
export function mergeNewerPut(deps: Writer, before: MemoEntity, op: PutOp): PutOp {
  const asserted = assertedText(op);
  const merged = addText(asserted.content, before.row.content);
  return { ...op, text: textToWire(edited(deps, asserted, merged)) };
}

/**
 * Merges a memo that a device asserts under the same generation with another history; the server was restored
 * and has renewed the document again.
 */
export function mergeBesidePut(deps: Writer, before: MemoEntity, op: PutOp): PutOp {
  const merged = addText(before.row.content, op.text.content);
  return { ...op, text: textOf(deps, before, merged) };
}

/** Returns the document that a memo is asserted with. */
export function assertedText(op: PutOp): MemoText {
  return { memo: op.entity, content: op.text.content, text: wireToText(op.text) };
}

/** Returns the memo's current document, edited to another text. A new seed would duplicate the words. */
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
 * Replaces a device's pending edits when the server's document has another generation, or the same one with
 * another history. Edits become one whole text, based on the server's last known text. An assertion under an
 * older generation becomes one too, or adds its text to the server's.
 */
export async function reassertOldEdits(
  stores: DeviceWriteStores,
  incoming: MemoEntity,
): Promise<void> {
  const { id, content: theirs } = incoming.row;
  const { gen } = incoming.text;
  // Held ones too, which are sent again after the renewal.
  const waiting = await stores.outbox.waitingOn(id);
  const pending = waiting.filter((row): row is OutboxRow<MemoOp> => isMemoOp(row.op));
  // A pending assertion sends the newer document to the server; its edits follow it.
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
      : await addedTo(stores, incoming, { put, content: view.content });
  const old = put === undefined ? edits : [...edits, put];
  await stores.outbox.remove(old.map((row) => row.n));
  if (put?.op.kind === "memo.put") {
    const text = textToWire({ memo: id, content: theirs, text: incoming.text });
    await stores.outbox.append({ ...put.op, text }, put.atMs, "pending", put.error);
  }
  if (whole.base !== whole.content) {
    await stores.outbox.append(
      wholeTextOp(textOpOf(last.op), gen, whole),
      last.atMs,
      "pending",
      last.error,
    );
  }
}

/**
 * Replaces a device's pending edits with one whole text, so that they are merged with a row token by token
 * (T3b). `base`: the version that they were made on. An assertion without later edits doesn't say which
 * edits it contains: it adds its text to the row's, unless the server's version that it edits is known.
 */
export async function editsToWhole(
  stores: DeviceWriteStores,
  base: MemoEntity | null,
  incoming: MemoEntity,
): Promise<void> {
  const { id } = incoming.row;
  const waiting = await stores.outbox.waitingOn(id);
  const pending = waiting.filter((row): row is OutboxRow<MemoOp> => isMemoOp(row.op));
  const edits = pending.filter(isEdit);
  const put = pending.findLast(({ op }) => op.kind === "memo.put");
  const last = edits.at(-1) ?? put;
  const view = await stores.memos.find(id);
  if (last === undefined || view === null) return;
  const { content } = view;
  const whole =
    edits.length === 0 || base === null
      ? await addedTo(stores, incoming, { put, content })
      : { base: base.row.content, content };
  const old = pending.filter((row) => isEdit(row) || row.op.kind === "memo.put");
  await stores.outbox.remove(old.map(({ n }) => n));
  const op = wholeTextOp(textOpOf(last.op), incoming.text.gen, whole);
  await stores.outbox.append(op, last.atMs, "pending", last.error);
}

/**
 * Returns the whole text of an assertion: that of its edits, if it edits the server's version that is known. Otherwise it
 * only adds words, also if a merge of its edits would repeat some that a copy of the profile has sent (T9b).
 */
async function addedTo(
  stores: DeviceWriteStores,
  { row }: MemoEntity,
  { put, content }: { readonly put: OutboxRow<MemoOp> | undefined; readonly content: string },
): Promise<WholeText> {
  const known = (await stores.bases.get(row.id))?.entity ?? null;
  const theirs = row.content;
  if (known !== null && put?.op.kind === "memo.put" && known.text.gen === put.op.text.gen) {
    const base = known.row.content;
    const merged = mergeTexts(base, theirs, content);
    if (!repeatsWord(merged, [theirs, content])) return { base, content };
  }
  return { base: theirs, content: addText(theirs, content) };
}

/** Returns the text operation, or one that represents the text of a memo's assertion. */
function textOpOf(op: MemoOp): TextOp {
  if (op.kind === "memo.text") return op;
  if (op.kind !== "memo.put") throw new Error(`${op.kind} says nothing of a text`);
  const stamp = op.stamps.updatedMs ?? op.stamps["*"];
  const { updatedMs } = op.fields;
  const of = { kind: "memo.text", entity: op.entity, stamp, updatedMs } as const;
  return { ...of, gen: op.text.gen, update: "", baseSha: "", resultSha: "" };
}

/**
 * Returns the whole text of pending edits. If the base of the server's text is unknown, the edit adds text
 * and removes none.
 */
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
 * Returns the text that the server's text is based on, or null if unknown. It is the last known text with the
 * pending operations that the server seems to have applied although its answer was lost. The server's text
 * contains their additions.
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

/** Returns the text of an assertion under the server's generation that precedes the edits, or null. */
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
 * Returns true if the displayed document and the server's have the same generation but separate histories.
 * This happens when a restored server renews the document again. Edits of one can't apply to the other.
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

/** Returns the memo as the first of some operations asserts it, or null if none does. */
export function assertedAmong(rows: readonly OutboxRow[]): MemoEntity | null {
  const put = rows.find(({ op }) => op.kind === "memo.put");
  if (put?.op.kind !== "memo.put") return null;
  const applied = applyMemoOp(null, put.op);
  return applied.ok ? applied.value.entity : null;
}
