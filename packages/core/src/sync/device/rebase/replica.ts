import { derivedOf } from "../../../commit/commit-memo.ts";
import type { MemoEntity } from "../../../model/memo.ts";
import { entityOf } from "../../../commit/entity-of.ts";
import type { WriteStores } from "../../../stores/database.ts";
import { applyMemoOp } from "../../../merge/apply-memo-op.ts";
import { keepRenewed, olderDocuments } from "../../generations/carry-edits.ts";
import { keepMergedTexts } from "../../history/device-history.ts";
import { forgetFiles } from "../evict/forget-files.ts";
import { forgetMemo } from "../evict/forget-memo.ts";
import type { MemoOp, WireText } from "../../../merge/memo-op.ts";
import { dropAside, findAside, setAside, waitsOnOlder } from "../deferred/set-aside.ts";
import { isMemoOp, type SyncOp } from "../../../merge/sync-op.ts";
import { restateOldEdits } from "../../generations/whole-text.ts";
import { memoToPut } from "../../protocol/wire-memo.ts";
import type { Refusal } from "../../protocol/refusal.ts";
import { accountKey } from "../../profile/profile-keys.ts";

/**
 * Takes the server's version of a memo. The view becomes that version with the pending operations
 * on top. Older versions than the one known, and than the last eviction, are ignored: a late answer
 * must not bring back what has just become private (R4). Returns whether anything was taken.
 */
export async function applyServerMemo(
  stores: WriteStores,
  id: string,
  seq: number,
  incoming: MemoEntity,
): Promise<boolean> {
  const evicted = await stores.evicted.get(id);
  if (evicted !== null && seq < evicted) return false;
  const known = await knownVersion(stores, id);
  if (seq < known.seq) return false;
  await keepRenewed(stores, known.entity, incoming);
  if (known.isDirty) {
    if (await waitsOnOlder(stores, incoming)) {
      await setAside(stores, seq, incoming);
      await showBase(stores, id);
      return true;
    }
    await dropAside(stores, id);
    await restateOldEdits(stores, incoming);
  }
  const pending = await stores.outbox.pendingOf(id);
  if (pending.length === 0) {
    await stores.bases.remove(id);
    await stores.memos.save(incoming, derivedOf(incoming));
  } else {
    await stores.bases.set(id, incoming);
    const ours = await viewContent(stores, id);
    const view = await rebuild(stores, id, incoming);
    await saveView(stores, id, view);
    const lastText = pending.findLast(({ op }) => op.kind === "memo.text");
    if (view !== null && lastText !== undefined) {
      const { content: theirs, creator } = incoming.row;
      const sides = { ours, theirs, result: view.row.content, creator };
      await keepMergedTexts(stores, id, { ...sides, atMs: lastText.atMs });
    }
  }
  return true;
}

/**
 * Takes the server's word that a memo is gone for this user: removed, or no longer readable. Its
 * pending operations are refused with the text that they would have made, and the view forgets it.
 * Returns whether it was taken: what is older than the version known says nothing.
 */
export async function applyServerRemoval(
  stores: WriteStores,
  id: string,
  seq: number,
): Promise<boolean> {
  if (seq < (await knownVersion(stores, id)).seq) return false;
  // A late word about an earlier removal does not let in what a later one keeps out.
  await stores.evicted.set(id, Math.max(seq, (await stores.evicted.get(id)) ?? 0));
  await dropAside(stores, id);
  const pending = await stores.outbox.pendingOf(id);
  const isNew = pending.some((row) => row.op.kind === "memo.put");
  if (isNew) {
    await stores.bases.set(id, null);
    await saveView(stores, id, await rebuild(stores, id, null));
    return true;
  }
  await refuseAll(stores, id, "gone");
  await forgetMemo(stores, id);
  return true;
}

/** Moves every pending operation of a memo to the rejected list. */
async function refuseAll(stores: WriteStores, id: string, code: Refusal["code"]): Promise<void> {
  for (const row of await stores.outbox.pendingOf(id)) {
    const refusal: Refusal = { code, content: await refusedText(stores, row.op) };
    await stores.outbox.reject(row.n, JSON.stringify(refusal));
  }
}

/**
 * The text that a refused operation leaves for its author, as they last saw it; null when it is
 * somebody else's, which the operation did not write and its author may not be meant to keep.
 */
export async function refusedText(
  stores: WriteStores,
  op: Pick<SyncOp, "kind" | "entity">,
): Promise<string | null> {
  const memo = await stores.memos.find(op.entity);
  if (memo === null) return null;
  const isOwn = memo.creator === (await stores.meta.get(accountKey));
  return isOwn || op.kind === "memo.put" || op.kind === "memo.text" ? memo.content : null;
}

export async function viewContent(stores: WriteStores, id: string): Promise<string | null> {
  return (await stores.memos.find(id))?.content ?? null;
}

/** The server's version with the pending operations on top; null when nothing is left to show. */
export async function rebuild(
  stores: WriteStores,
  id: string,
  base: MemoEntity | null,
): Promise<MemoEntity | null> {
  let view = base;
  for (const row of await stores.outbox.pendingOf(id)) {
    const applied = applyMemoOp(view, row.op);
    // An operation that does not fit is the server's to refuse; the view goes on without it.
    if (applied.ok) view = applied.value.entity;
  }
  return view;
}

export async function saveView(
  stores: WriteStores,
  id: string,
  view: MemoEntity | null,
): Promise<void> {
  if (view !== null) await stores.memos.save(view, derivedOf(view));
  else if ((await stores.memos.find(id)) !== null) {
    await forgetFiles(stores, id);
    await stores.memos.remove(id);
  }
}

/** Shows what is known of the server's version with what still waits, if anything does. */
export async function showBase(stores: WriteStores, id: string): Promise<void> {
  const base = await stores.bases.get(id);
  if (base === undefined) return;
  await saveView(stores, id, await rebuild(stores, id, base.entity));
  if ((await stores.outbox.pendingOf(id)).length === 0) await stores.bases.remove(id);
}

/** Takes what was set aside, once nothing waits any more that it was set aside for. */
export async function takeAside(stores: WriteStores, id: string): Promise<void> {
  const aside = await findAside(stores, id);
  if (aside === null || (await waitsOnOlder(stores, aside.entity))) return;
  await dropAside(stores, id);
  await applyServerMemo(stores, id, aside.seq, aside.entity);
}

interface KnownVersion {
  readonly seq: number;
  readonly entity: Pick<MemoEntity, "row"> | null;
  /** Something waits on top of it, or did until now. */
  readonly isDirty: boolean;
}

/** What is known here of the server's version of a memo, the newest that was set aside included. */
async function knownVersion(stores: WriteStores, id: string): Promise<KnownVersion> {
  const base = await stores.bases.get(id);
  if (base === undefined) {
    const row = await stores.memos.find(id);
    return { seq: row?.seq ?? 0, entity: row === null ? null : { row }, isDirty: false };
  }
  const { entity } = base;
  const seq = (await findAside(stores, id))?.seq ?? entity?.row.seq ?? 0;
  return { seq, entity, isDirty: true };
}

/**
 * States every memo that the profile's user owns, for a server that may lack it: on connecting, and
 * after the server was restored (a new epoch). Pending edits are part of what is stated; a pending
 * purge stays. What others wrote is dropped, and comes again with the next pull.
 */
export async function reassertOwn(stores: WriteStores, user: string, atMs: number): Promise<void> {
  for (const id of await stores.memos.idsByOthers(user)) {
    await refuseAll(stores, id, "gone");
    await forgetMemo(stores, id);
  }
  let after = "";
  for (;;) {
    const ids = await stores.memos.idsByCreator(user, after, 500);
    for (const id of ids) {
      await mergeAside(stores, id);
      await reassert(stores, id, atMs);
    }
    const last = ids.at(-1);
    if (last === undefined) break;
    after = last;
  }
  // What is left is to be purged. The seq of its base belongs to the epoch that was left.
  for (const { op } of await stores.outbox.pending(Number.MAX_SAFE_INTEGER)) {
    if (isMemoOp(op)) await stores.bases.set(op.entity, null);
  }
}

/**
 * Takes a row that was set aside though its edits still wait, before the memo is stated to a server
 * that may have been put back: nobody else need have what the row says. The edits become one whole
 * text, merged three ways.
 */
async function mergeAside(stores: WriteStores, id: string): Promise<void> {
  const aside = await findAside(stores, id);
  if (aside === null) return;
  await dropAside(stores, id);
  await restateOldEdits(stores, aside.entity);
  await stores.bases.set(id, aside.entity);
  await showBase(stores, id);
}

/** Replaces a memo's pending operations by one that states it whole, as this device shows it. */
export async function reassert(stores: WriteStores, id: string, atMs: number): Promise<void> {
  const record = await stores.memos.find(id);
  if (record === null) return;
  const pending = await stores.outbox.pendingOf(id);
  await stores.outbox.remove(pending.map((row) => row.n));
  const entity = await entityOf(stores, record);
  const older = await olderDocuments(stores, entity);
  await stores.outbox.append(statementOf(entity, older), atMs);
  const unknown = unknownFieldsOf(pending.map((row) => row.op));
  if (unknown !== null) await stores.outbox.append(unknown, atMs);
  await stores.bases.set(id, null);
}

/**
 * What operations say of fields that this version has no name for (R9), as one. They have no stamps, so
 * a memo that is stated whole takes nothing from the server's; what waits is said again behind it.
 */
function unknownFieldsOf(ops: readonly MemoOp[]): MemoOp | null {
  const said = ops.filter((op) => op.kind === "memo.set" && op.extra !== undefined);
  const last = said.at(-1);
  if (last === undefined) return null;
  const extra = Object.assign({}, ...said.map((op) => ("extra" in op ? op.extra : {})));
  return { kind: "memo.set", entity: last.entity, stamp: last.stamp, set: {}, extra };
}

function statementOf(entity: MemoEntity, older: readonly WireText[]): MemoOp {
  const op = memoToPut(entity);
  if (op.kind !== "memo.put" || older.length === 0) return op;
  return { ...op, text: { ...op.text, older: [...older] } };
}
