import { parseJson } from "../../../json/parse-json.ts";
import { refusalSchema } from "../../protocol/refusal.ts";
import { defineMeta } from "../../../stores/meta/define-meta.ts";
import { number } from "../../../stores/meta/meta-form.ts";
import { entityOf } from "../../../commit/entity-of.ts";
import { applyMemoOp } from "../../../merge/apply-memo-op.ts";
import type { MemoOp } from "../../../merge/memo-op.ts";
import { isMemoOp } from "../../../merge/sync-op.ts";
import { textToWire, wireToText } from "../../../merge/wire-text.ts";
import { type MemoEntity, type MemoRecord, stampOf } from "../../../model/memo.ts";
import type { DeviceReadStores, DeviceWriteStores } from "../../../stores/device-database.ts";
import type { OutboxRow } from "../../../stores/sync-stores.ts";
import {
  areOfOneHistory,
  madeTokens,
  mergeTexts,
  replacedRange,
  textHash,
  textUpdateSince,
  toBase64,
} from "../../../text/index.ts";
import { keepServerText } from "../../history/device-history.ts";
import { accountKey } from "../../profile/profile-keys.ts";
import type { Refusal } from "../../protocol/refusal.ts";
import { olderDocuments, rebasePut } from "../../generations/rebase-edits.ts";
import { assertedAmong, withWholesAsEdits } from "../../generations/whole-text.ts";
import { assertionOf, unwrittenKey, withTextOf } from "./assertion-of.ts";

/**
 * Held memos (R12, ADR 0104): the server refused the text of one of the user's own memos, or another device
 * removed the memo while this one was writing in it. Its pending operations are then replaced with one
 * assertion of the memo as its writer sees it. This is in the outbox, but not in the stream, with the reason.
 * It counts for the view like any pending operation, so the memo stays in every list.
 */

type Code = Refusal["code"];
type PutOp = Extract<MemoOp, { kind: "memo.put" }>;

export function isHeld({ state, error }: Pick<OutboxRow, "state" | "error">): boolean {
  return state === "blocked" && error !== null;
}

/** Returns the held operation of a memo, or null. */
export async function findHeld(
  stores: Pick<DeviceWriteStores, "outbox">,
  memo: string,
): Promise<OutboxRow<MemoOp> | null> {
  for (const row of await stores.outbox.waitingOn(memo)) {
    if (isHeld(row) && isMemoOp(row.op)) return row as OutboxRow<MemoOp>;
  }
  return null;
}

/**
 * Holds a memo whose creation, assertion or edit was refused. If later edits are waiting, the memo is sent again with
 * these (R12f). Call it before the view is rebuilt. Returns false if there is nothing to hold: the operation wrote no
 * text, or the memo isn't the user's or isn't here.
 */
export async function holdRefused(
  stores: DeviceWriteStores,
  { n, op, atMs }: OutboxRow<MemoOp>,
  code: Code,
): Promise<boolean> {
  if (op.kind !== "memo.put" && op.kind !== "memo.text") return false;
  const own = await findOwn(stores, op.entity);
  if (own === null) return false;
  // Removed elsewhere before this device heard of it, which wrote nothing in it.
  if (code === "gone" && op.kind === "memo.put") {
    if ((await stores.memoNotes.among(unwrittenKey, [op.entity])).size > 0) return false;
  }
  const waiting = await stores.outbox.waitingOn(op.entity);
  // An earlier answer of the same push may have replaced it.
  if (!waiting.some((row) => row.n === n)) return true;
  // Nothing may follow to a memo that is gone, and no later edit without this one: the assertion contains it.
  const replaced = waiting.filter(
    (row) =>
      row.n === n ||
      isHeld(row) ||
      code === "gone" ||
      (op.kind === "memo.text" && row.op.kind === "memo.text"),
  );
  await hold(stores, own, { code, atMs, replaced });
  const hasLater = replaced.some((row) => row.n !== n && !isHeld(row));
  if (code !== "gone" && hasLater) await releaseHeld(stores, { memo: op.entity });
  return true;
}

/**
 * Holds a memo with unsent text before its removal is applied. The removal doesn't say why; for the user's own
 * memo, it was removed for good.
 */
export async function holdRemoved(stores: DeviceWriteStores, id: string): Promise<void> {
  const waiting = await stores.outbox.waitingOn(id);
  // The server never had it, which the answer to the refused creation says too.
  const isNew = (await stores.bases.get(id))?.entity === null;
  const wroteText = waiting.some((row) => (isHeld(row) ? !isNew : row.op.kind === "memo.text"));
  // The server answers an assertion that was sent.
  if (
    !wroteText ||
    waiting.some(({ state, op }) => state === "pending" && op.kind === "memo.put")
  ) {
    return;
  }
  const own = await findOwn(stores, id);
  const atMs = waiting.at(-1)?.atMs ?? 0;
  if (own !== null) await hold(stores, own, { code: "gone", atMs, replaced: waiting });
}

/**
 * Returns true if an operation only sets unknown fields of a held memo, whose assertion has them (R12e). They
 * follow each assertion as an operation of their own, so sending the memo again for them would never end.
 */
export async function isWithinHeld(
  stores: Pick<DeviceWriteStores, "outbox">,
  op: MemoOp,
): Promise<boolean> {
  const isOnlyUnknown = op.kind === "memo.set" && Object.keys(op.set).length === 0;
  return isOnlyUnknown && (await findHeld(stores, op.entity)) !== null;
}

/**
 * Rebases a held memo onto the renewed document of a row, so that its letters stay those that a copy of the profile may
 * have sent (T9b). Returns false if this device doesn't have the document that it edits as that ended, or if the letters
 * would make a token that nobody wrote (T3b). Returns true if no memo of an older document is held.
 */
export async function rebaseHeld(
  stores: DeviceWriteStores,
  incoming: MemoEntity,
): Promise<boolean> {
  const { id } = incoming.row;
  const held = await findHeld(stores, id);
  if (held?.op.kind !== "memo.put" || held.op.text.gen >= incoming.text.gen) return true;
  const { n, op, atMs, error } = held;
  const rebased = await rebasePut(stores, incoming, op);
  if (rebased === null) return false;
  const base = (await stores.bases.get(id))?.entity?.row.content ?? "";
  const [ours, theirs] = [op.text.content, incoming.row.content];
  const sides = [ours, theirs, mergeTexts(base, theirs, ours)];
  if (madeTokens(rebased.text.content, sides)) return false;
  const older = await olderDocuments(stores, incoming);
  const text = older.length === 0 ? rebased.text : { ...rebased.text, older };
  await stores.outbox.remove([n]);
  await stores.outbox.append({ ...rebased, text }, atMs, "blocked", error);
  return true;
}

/** Adds a row of the server that waits for a held memo to the memo's history (R12d). */
export async function keepWaitingText(
  stores: DeviceWriteStores,
  { id, content }: Pick<MemoRecord, "id" | "content">,
): Promise<void> {
  const held = await findHeld(stores, id);
  const shown = held === null ? null : await stores.memos.find(id);
  if (held === null || shown === null) return;
  await keepServerText(stores, shown, { content, atMs: held.atMs });
}

/** Makes held comments on a memo that is no longer here memos of their own, so that lists include them. */
export async function uprootHeld(stores: DeviceWriteStores, parent: string): Promise<boolean> {
  let isAny = false;
  for (const id of await stores.memos.descendants(parent)) {
    const held = await findHeld(stores, id);
    if (held?.op.kind !== "memo.put" || held.op.parent !== parent) continue;
    await stores.outbox.remove([held.n]);
    await stores.outbox.append(await rooted(stores, held.op), held.atMs, "blocked", held.error);
    isAny = true;
  }
  return isAny;
}

/** Sends held memos again: those of the given ids, or all that were refused with a code. */
export async function releaseHeld(
  stores: DeviceWriteStores,
  which: { readonly memo: string } | { readonly code: Code },
): Promise<boolean> {
  let isAny = false;
  for (const row of await stores.outbox.held()) {
    const isMeant = "memo" in which ? row.op.entity === which.memo : codeOf(row) === which.code;
    if (!isMemoOp(row.op) || !isMeant) continue;
    await stores.outbox.remove([row.n]);
    await sendAgain(stores, row, row.op);
    isAny = true;
  }
  return isAny;
}

/**
 * Appends the assertion of a memo to the stream. A refused memo stays marked until the answer. The text since
 * the last version that a server had, or may have, follows as an edit, since only edits are merged token by
 * token (T3b).
 */
export async function sendAgain(
  stores: DeviceWriteStores,
  { atMs, error }: Pick<OutboxRow, "atMs" | "error">,
  op: MemoOp,
  replaced: readonly OutboxRow<MemoOp>[] = [],
): Promise<void> {
  const base = (await stores.bases.get(op.entity))?.entity ?? assertedAmong(replaced);
  for (const each of inParts(op, base)) {
    await stores.outbox.append(each, atMs, "pending", error);
  }
}

function inParts(op: MemoOp, known: MemoEntity | null): readonly MemoOp[] {
  if (op.kind !== "memo.put" || known?.text.gen !== op.text.gen) return [op];
  const asserted = { memo: op.entity, content: op.text.content, text: wireToText(op.text) };
  const base = { memo: op.entity, content: known.row.content, text: known.text };
  const merged = areOfOneHistory(base, asserted) ? applyMemoOp(known, op) : null;
  const view = merged?.ok === true ? merged.value.entity : null;
  if (view === null || view.row.content === base.content) return [op];
  const { content } = view.row;
  const edit: MemoOp = {
    kind: "memo.text",
    entity: op.entity,
    stamp: stampOf(op.stamps, "updatedMs"),
    updatedMs: op.fields.updatedMs,
    gen: op.text.gen,
    update: toBase64(textUpdateSince(base, { memo: op.entity, content, text: view.text })),
    baseSha: textHash(base.content),
    resultSha: textHash(content),
    // A server that was restored may have a newer text.
    edit: { ...replacedRange(base.content, content), base: base.content },
  };
  const { older } = op.text;
  const text = older === undefined ? textToWire(base) : { ...textToWire(base), older };
  return [{ ...op, text }, edit];
}

const contentBytesKey = defineMeta("server_content_bytes", number);

/** Returns the size limit of the server's memos in bytes, or null if it hasn't sent one. */
export function serverContentBytes({
  meta,
}: Pick<DeviceReadStores, "meta">): Promise<number | null> {
  return meta.get(contentBytesKey);
}

/** Stores the server's size limit. If it was raised, sends the memos again that were too large. */
export async function noteContentLimit(stores: DeviceWriteStores, bytes: number): Promise<void> {
  const before = await serverContentBytes(stores);
  if (before === bytes) return;
  await stores.meta.set(contentBytesKey, bytes);
  if (before !== null && bytes > before) await releaseHeld(stores, { code: "too-large" });
}

function codeOf({ error }: OutboxRow): string | null {
  return error === null ? null : parseJson(refusalSchema, error).code;
}

async function findOwn(stores: DeviceWriteStores, id: string): Promise<MemoRecord | null> {
  const record = await stores.memos.find(id);
  if (record === null) return null;
  return record.creator === (await stores.meta.get(accountKey)) ? record : null;
}

async function hold(
  stores: DeviceWriteStores,
  record: MemoRecord,
  reason: { readonly code: Code; readonly atMs: number; readonly replaced: readonly OutboxRow[] },
): Promise<void> {
  const { code, atMs, replaced } = reason;
  const base = (await stores.bases.get(record.id))?.entity ?? null;
  if (base !== null) {
    await keepServerText(stores, record, { content: base.row.content, atMs });
  }
  const own = await withoutWholes(stores, await entityOf(stores, record), replaced);
  const put = await assertionOf(stores, own);
  // An assertion that was answered long ago may have left the mark.
  if (replaced.some((row) => row.op.kind === "memo.text")) {
    await stores.memoNotes.set(unwrittenKey, record.id, null);
  }
  await stores.outbox.remove(replaced.map(({ n }) => n));
  const refusal: Refusal = { code, content: null };
  const op = await rooted(stores, put);
  await stores.outbox.append(op, atMs, "blocked", JSON.stringify(refusal));
}

/**
 * Returns the shown memo as some of its operations assert it. The document of a view with a whole text is only shown:
 * later versions couldn't be merged into it (R12b), and a whole text that goes on waiting would be applied twice.
 */
export async function withoutWholes(
  stores: DeviceWriteStores,
  shown: MemoEntity,
  replaced: readonly OutboxRow[],
): Promise<MemoEntity> {
  const { id } = shown.row;
  const waiting = [...replaced, ...(await stores.outbox.waitingOn(id))];
  if (!waiting.some(({ op }) => op.kind === "memo.text" && op.whole !== undefined)) return shown;
  const base = (await stores.bases.get(id))?.entity ?? assertedAmong(replaced);
  const ops = replaced.map(({ op }) => op).filter(isMemoOp);
  return base === null ? shown : withTextOf(shown, withWholesAsEdits(base, ops));
}

/** Returns the assertion of a comment without its memo, if that isn't here. It is then only for its writer. */
async function rooted(stores: DeviceWriteStores, op: PutOp): Promise<PutOp> {
  if (op.parent === null || (await stores.memos.find(op.parent)) !== null) return op;
  return { ...op, parent: null, fields: { ...op.fields, visibility: "PRIVATE", space: null } };
}
