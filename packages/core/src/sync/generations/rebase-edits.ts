import type { DeviceWriteStores } from "../../stores/device-database.ts";
import type { MemoEntity } from "../../model/memo.ts";
import { entityOf } from "../../commit/entity-of.ts";
import type { ReadStores, WriteStores } from "../../stores/database.ts";
import {
  applyTextUpdate,
  areOfOneHistory,
  boundReading,
  rebaserOf,
  documentClients,
  documentState,
  documentText,
  fromBase64,
  type RenewedDocument,
  type MemoText,
  type RepeatedIn,
  repeatedIn,
  repeatedSince,
  seedClientId,
  toBase64,
} from "../../text/index.ts";
import { textToWire, wireToText } from "../../merge/wire-text.ts";
import { maxOlderDocuments, type MemoOp, type WireText } from "../../merge/memo-op.ts";
import { stampMs } from "../../model/stamp.ts";
import { stampOf } from "../../model/memo.ts";
import { newestStampKey } from "../../commit/keep-clock.ts";
import { accountKey } from "../profile/profile-keys.ts";

/**
 * Rebasing of edits from a renewed document onto the current one. It is deterministic: an edit that arrives
 * repeatedly is the same edit, removals included (R14a). Edits whose old document isn't stored can't be
 * rebased and are merged as text (`whole-text.ts`).
 */

type TextOp = Extract<MemoOp, { kind: "memo.text" }>;
type PutOp = Extract<MemoOp, { kind: "memo.put" }>;
type EndedReader = Pick<ReadStores, "endedDocuments">;

export function memoText({ row, text }: MemoEntity): MemoText {
  return { memo: row.id, content: row.content, text };
}

type EndedWriter = Pick<WriteStores, "endedDocuments">;

/**
 * Saves the document to be renewed, unless its text differs from the displayed one. Returns whether it was
 * saved.
 */
export async function keepEnded(
  stores: EndedWriter,
  ended: MemoText,
  atMs: number,
): Promise<boolean> {
  const isKept = readDocumentText(ended) === ended.content;
  if (isKept) await keep(stores, ended, atMs);
  return isKept;
}

async function keep(stores: EndedWriter, ended: MemoText, atMs: number): Promise<void> {
  const { memo, text } = ended;
  const state = documentState(ended);
  await stores.endedDocuments.keep({ memo, gen: text.gen, state, atMs });
}

/** Returns a memo's renewed document as it ended, or null if it isn't stored or can't be read. */
export async function findEnded(
  stores: EndedReader,
  memo: string,
  gen: number,
): Promise<MemoText | null> {
  const state = await stores.endedDocuments.find(memo, gen);
  if (state === null) return null;
  const ended = { memo, content: "", text: { gen, state } };
  const content = readDocumentText(ended);
  return content === null ? null : { ...ended, content };
}

/**
 * Rebases a text operation of an older generation onto the memo's document. Returns null for other
 * operations, and if rebasing is impossible.
 */
export async function rebaseText(
  stores: EndedReader,
  before: MemoEntity,
  op: TextOp,
): Promise<TextOp | null> {
  if (op.whole !== undefined || op.gen >= before.text.gen) return null;
  const update = await rebaseUpdate(stores, before, { gen: op.gen, sent: fromBase64(op.update) });
  return update === null ? null : { ...op, gen: before.text.gen, update: toBase64(update) };
}

/** Returns the insertions that an edit repeats, of the memo's document or one that it has replaced. */
export async function findRepeated(
  stores: EndedReader,
  current: MemoText,
  op: Pick<TextOp, "gen" | "update">,
): Promise<RepeatedIn> {
  const [first, ...rest] = (await endedLine(stores, current, op.gen)) ?? [];
  if (first === undefined) return repeatedIn(current);
  return repeatedSince([first, ...rest], current, fromBase64(op.update));
}

/**
 * Rebases a memo asserted under an older generation onto the memo's document. Returns null for other
 * assertions, and if rebasing is impossible.
 */
export async function rebasePut(
  stores: EndedReader,
  before: MemoEntity,
  op: PutOp,
): Promise<PutOp | null> {
  if (op.text.gen >= before.text.gen) return null;
  const { content } = op.text;
  const sent = { memo: op.entity, content, text: wireToText(op.text) };
  const ended = await findEnded(stores, op.entity, op.text.gen);
  if (ended === null || !areOfOneHistory(ended, sent)) return null;
  const update = await rebaseUpdate(stores, before, {
    gen: op.text.gen,
    sent: documentState(sent),
  });
  const merged = update === null ? null : applyTextUpdate(memoText(before), update);
  if (merged?.ok !== true) return null;
  return { ...op, text: textToWire({ memo: op.entity, ...merged.value }) };
}

/**
 * Rebases later changes of the server's document onto a memo asserted under a newer generation; the server
 * was restored. Returns null for other assertions, and if the device hasn't sent the documents in between.
 */
export async function rebaseToPut(
  stores: EndedWriter,
  before: MemoEntity,
  op: PutOp,
  atMs: number,
): Promise<PutOp | null> {
  if (op.text.gen <= before.text.gen) return null;
  const memo = op.entity;
  const { content } = op.text;
  const asserted: MemoText = { memo, content, text: wireToText(op.text) };
  const line = lineOf(op, asserted, before.text.gen);
  const [first] = line;
  const current = memoText(before);
  if (first === undefined || !areOfOneHistory(first, current)) return null;
  let update: Uint8Array | null = documentState(current);
  for (const ended of line) update = update === null ? null : rebaserOf(ended).rebase(update);
  const merged = update === null ? null : applyTextUpdate(asserted, update);
  if (merged?.ok !== true) return null;
  for (const ended of line) await keep(stores, ended, atMs);
  return { ...op, text: textToWire({ memo, ...merged.value }) };
}

/**
 * Returns the memo merged with the older documents of an assertion. Only documents that share a history with
 * the ended documents stored here are merged. The same document from several devices adds nothing twice. The
 * newest are merged first; those beyond the reading budget are skipped.
 */
export async function rebaseOlder(
  stores: EndedReader,
  before: MemoEntity,
  op: PutOp,
): Promise<MemoEntity> {
  let current = before;
  const mayRead = boundReading();
  for (const older of op.text.older ?? []) {
    if (!mayRead()) break;
    const sent = { memo: op.entity, content: older.content, text: wireToText(older) };
    const ended = await findEnded(stores, op.entity, older.gen);
    if (ended === null || readDocumentText(sent) === null || !areOfOneHistory(ended, sent))
      continue;
    const update = await rebaseUpdate(
      stores,
      before,
      { gen: older.gen, sent: documentState(sent) },
      mayRead,
    );
    const merged = update === null ? null : applyTextUpdate(memoText(current), update);
    if (merged?.ok !== true) continue;
    const { content, text } = merged.value;
    current = { ...current, row: { ...current.row, content }, text };
  }
  return current;
}

/** Returns the documents from a generation up to the asserted one, oldest first; empty if one is missing. */
function lineOf(op: PutOp, asserted: MemoText, from: number): MemoText[] {
  const line: MemoText[] = [];
  let next = asserted;
  const mayRead = boundReading();
  for (const older of op.text.older ?? []) {
    if (next.text.gen === from || !mayRead()) break;
    const ended = { memo: op.entity, content: older.content, text: wireToText(older) };
    if (!isFollowedBy(ended, next)) return [];
    line.unshift(ended);
    next = ended;
  }
  return next.text.gen === from ? line : [];
}

/** Returns true if `next` renewed `ended`: it starts with the last text of `ended`. */
function isFollowedBy(ended: MemoText, next: MemoText): boolean {
  const { memo, content } = ended;
  if (ended.text.gen + 1 !== next.text.gen || readDocumentText(ended) !== content) return false;
  const seed = seedClientId(memo, next.text.gen, content);
  return content === "" || documentClients(next).has(seed);
}

/** Returns the document's text, or null if the bytes are invalid or too expensive to read. */
function readDocumentText(current: MemoText): string | null {
  try {
    return documentText(current);
  } catch {
    return null;
  }
}

/**
 * Saves, on a device, the document of a user's own memo that the server's row renews, if the row's document
 * started from it. A restored server may need it.
 */
export async function keepRenewed(
  stores: DeviceWriteStores,
  known: Pick<MemoEntity, "row"> | null,
  incoming: MemoEntity,
): Promise<void> {
  const { id, creator } = incoming.row;
  if (known === null || known.row.gen + 1 !== incoming.text.gen) return;
  if (creator !== (await stores.meta.get(accountKey))) return;
  const entity = await serverVersion(stores, id);
  const ended = entity === null ? null : memoText(entity);
  if (ended === null || !isFollowedBy(ended, memoText(incoming))) return;
  await keep(stores, ended, await aboutNowMs(stores, incoming));
}

async function serverVersion(stores: DeviceWriteStores, id: string): Promise<MemoEntity | null> {
  const base = await stores.bases.get(id);
  if (base !== undefined) return base.entity;
  const record = await stores.memos.find(id);
  return record === null ? null : entityOf(stores, record);
}

/** Returns the newest known time of the row and the profile, in epoch ms. */
async function aboutNowMs(stores: WriteStores, { row }: MemoEntity): Promise<number> {
  const own = await stores.meta.get(newestStampKey);
  return Math.max(stampMs(stampOf(row.stamps, "updatedMs")), own === null ? 0 : stampMs(own));
}

/**
 * Returns the documents that a memo's document has replaced, newest first, as far as this device stores them.
 */
export async function olderDocuments(
  stores: EndedReader,
  { row, text }: MemoEntity,
): Promise<WireText[]> {
  const older: WireText[] = [];
  let next: MemoText = { memo: row.id, content: row.content, text };
  while (older.length < maxOlderDocuments) {
    const ended = await findEnded(stores, row.id, next.text.gen - 1);
    if (ended === null || !isFollowedBy(ended, next)) break;
    older.push(textToWire(ended));
    next = ended;
  }
  return older;
}

async function rebaseUpdate(
  stores: EndedReader,
  before: MemoEntity,
  { gen: from, sent }: { readonly gen: number; readonly sent: Uint8Array },
  mayRead = boundReading(),
): Promise<Uint8Array | null> {
  const line = await endedLine(stores, memoText(before), from, mayRead);
  if (line === null) return null;
  let update: Uint8Array | null = sent;
  for (const { rebaser } of line) update = update === null ? null : rebaser.rebase(update);
  return update;
}

/** Returns the documents that were renewed since a generation, oldest first; null if one can't be read. */
async function endedLine(
  stores: EndedReader,
  { memo, text }: MemoText,
  from: number,
  mayRead = boundReading(),
): Promise<RenewedDocument[] | null> {
  const line: RenewedDocument[] = [];
  for (let gen = from; gen < text.gen; gen += 1) {
    const ended = mayRead() ? await findEnded(stores, memo, gen) : null;
    if (ended === null) return null;
    line.push({ ended, rebaser: rebaserOf(ended) });
  }
  return line;
}
