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
  type MemoText,
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
 * Edits of a document that was renewed, rebased onto the one that is there: the same edit however
 * often it comes, removals included (R14). What cannot be rebased, because the old document is not
 * kept any more, is merged as text (`whole-text.ts`).
 */

type TextOp = Extract<MemoOp, { kind: "memo.text" }>;
type PutOp = Extract<MemoOp, { kind: "memo.put" }>;
type EndedReader = Pick<ReadStores, "endedDocuments">;

export function memoText({ row, text }: MemoEntity): MemoText {
  return { memo: row.id, content: row.content, text };
}

type EndedWriter = Pick<WriteStores, "endedDocuments">;

/** Keeps the document that is to be renewed, but for one that says something else than is shown. */
export async function keepEnded(
  stores: EndedWriter,
  ended: MemoText,
  atMs: number,
): Promise<boolean> {
  const isKept = saidBy(ended) === ended.content;
  if (isKept) await keep(stores, ended, atMs);
  return isKept;
}

async function keep(stores: EndedWriter, ended: MemoText, atMs: number): Promise<void> {
  const { memo, text } = ended;
  const state = documentState(ended);
  await stores.endedDocuments.keep({ memo, gen: text.gen, state, atMs });
}

/** A document of a memo that was renewed, as it ended; null when it is not kept (any more). */
export async function findEnded(
  stores: EndedReader,
  memo: string,
  gen: number,
): Promise<MemoText | null> {
  const state = await stores.endedDocuments.find(memo, gen);
  if (state === null) return null;
  const ended = { memo, content: "", text: { gen, state } };
  const content = saidBy(ended);
  return content === null ? null : { ...ended, content };
}

/** A text operation of an older generation as one of the memo's; null for any other. */
export async function rebaseText(
  stores: EndedReader,
  before: MemoEntity,
  op: TextOp,
): Promise<TextOp | null> {
  if (op.whole !== undefined || op.gen >= before.text.gen) return null;
  const update = await rebaseUpdate(stores, before, { gen: op.gen, sent: fromBase64(op.update) });
  return update === null ? null : { ...op, gen: before.text.gen, update: toBase64(update) };
}

/** A memo that is asserted under an older generation, asserted under the memo's; null for any other. */
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
 * A memo that is asserted under a newer generation than this server has, which was put back to
 * before: with what came to the older document since rebased. null for any other, and where the
 * device has not kept the documents between.
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
 * The memo with what the documents bring that an assertion names as older than its own, as far as they
 * are of one history with those that ended here: what others say of the same documents is the same.
 * The newest come first; those that would take too much work to read with them are left out.
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
    if (ended === null || saidBy(sent) === null || !areOfOneHistory(ended, sent)) continue;
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

/** The documents from a generation up to the asserted one, oldest first; none when one is missing. */
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

/** Whether one document took the place of the other: it begins with the text that the other ended with. */
function isFollowedBy(ended: MemoText, next: MemoText): boolean {
  const { memo, content } = ended;
  if (ended.text.gen + 1 !== next.text.gen || saidBy(ended) !== content) return false;
  const seed = seedClientId(memo, next.text.gen, content);
  return content === "" || documentClients(next).has(seed);
}

/** null: the bytes are no document, or one that takes too much work to read. */
function saidBy(current: MemoText): string | null {
  try {
    return documentText(current);
  } catch {
    return null;
  }
}

/**
 * On a device: keeps the document of one of its user's memos that the server's row takes the place
 * of, when it is the one that the row began with. A server that is put back may need it.
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

/** The newest moment that is known of, the row's and the profile's own. */
async function aboutNowMs(stores: WriteStores, { row }: MemoEntity): Promise<number> {
  const own = await stores.meta.get(newestStampKey);
  return Math.max(stampMs(stampOf(row.stamps, "updatedMs")), own === null ? 0 : stampMs(own));
}

/** The documents that a memo's has taken the place of, as far as this device has kept them. */
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
  let update: Uint8Array | null = sent;
  for (let gen = from; gen < before.text.gen && update !== null; gen += 1) {
    const ended = mayRead() ? await findEnded(stores, before.row.id, gen) : null;
    if (ended === null) return null;
    update = rebaserOf(ended).rebase(update);
  }
  return update;
}
