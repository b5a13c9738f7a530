import { accountKey } from "../../profile/profile-keys.ts";
import { derivedOf } from "../../../commit/commit-memo.ts";
import { applyMemoOp } from "../../../merge/apply-memo-op.ts";
import type { MemoOp } from "../../../merge/memo-op.ts";
import { isMemoOp, type SyncOp } from "../../../merge/sync-op.ts";
import type { MemoEntity } from "../../../model/memo.ts";
import type { DeviceWriteStores } from "../../../stores/device-database.ts";
import { keepRenewed } from "../../generations/rebase-edits.ts";
import { reassertOldEdits } from "../../generations/whole-text.ts";
import { keepMergedTexts, ownText } from "../../history/device-history.ts";
import { clashesWithEdits } from "../deferred/clashing-row.ts";
import { removeParked, findParked, putParked, waitsOnOlder } from "../deferred/park.ts";
import { evictFiles } from "../evict/evict-files.ts";
import { evictMemo } from "../evict/evict-memo.ts";
import { keepEditBases } from "./edit-base.ts";
import { holdRemoved, keepWaitingText, rebaseHeld } from "./held-memos.ts";
import { createRebase } from "./rebase.ts";

/**
 * Memos, with their documents. A row of a renewed document may be parked (R14a), and one that clashes with
 * unsent edits (T3c).
 */
export const memoRebase = createRebase<MemoEntity, MemoOp, Pick<MemoEntity, "row">>({
  keyOf: (id) => id,
  isOwn: isMemoOp,
  isAssertion: (op) => op.kind === "memo.put",
  async load({ bases }, id) {
    const base = await bases.get(id);
    return base === undefined ? undefined : { row: base.entity };
  },
  keep: ({ bases }, id, entity) => bases.set(id, entity),
  async find({ memos }, id) {
    const row = await memos.find(id);
    return row === null ? null : { row };
  },
  seqOf: ({ row }) => row.seq,
  async apply(_stores, entity, op) {
    const applied = applyMemoOp(entity, op);
    return applied.ok ? applied.value.entity : entity;
  },
  save: async ({ memos }, view) => void (await memos.save(view, derivedOf(view))),
  async remove(stores, id) {
    await evictFiles(stores, id);
    await stores.memos.remove(id);
  },
  evict: evictMemo,
  refusedText,
  onRemoved: holdRemoved,
  parking: {
    seqOf: async (stores, id) => (await findParked(stores, id))?.seq ?? null,
    async park(stores, { id, seq, incoming, known }) {
      await keepRenewed(stores, known.row, incoming);
      if (!known.isDirty) return false;
      if (
        (await waitsOnOlder(stores, incoming)) ||
        (await clashesWithEdits(stores, known.row, incoming)) ||
        !(await rebaseHeld(stores, incoming))
      ) {
        await keepWaitingText(stores, incoming.row);
        await putParked(stores, seq, incoming);
        return true;
      }
      await removeParked(stores, id);
      if (known.row !== null) await keepEditBases(stores, known.row, incoming);
      await reassertOldEdits(stores, incoming);
      return false;
    },
    drop: removeParked,
  },
  async onMerged(stores, { id, shown, incoming, view, waiting }) {
    const lastText = waiting.findLast(({ op }) => op.kind === "memo.text");
    if (view === null || lastText === undefined) return;
    const { content: theirs, creator } = incoming.row;
    const ours = ownText(shown?.row.content ?? null, waiting);
    const sides = { ours, theirs, result: view.row.content, creator };
    await keepMergedTexts(stores, id, { ...sides, atMs: lastText.atMs });
  },
});

/**
 * Inserts the server's row of a memo that this device has nothing of (`KnownStore`). Has the result of
 * `memoRebase.applyRow` without its queries. Most rows of a first sync are such rows.
 */
export async function applyFirstMemo(stores: DeviceWriteStores, entity: MemoEntity): Promise<void> {
  await stores.memos.insert(entity, derivedOf(entity));
}

/**
 * Returns the text to save for the author of a refused operation, as they last saw it. Returns null if the
 * memo is another user's and the operation didn't write its text: the author may have lost access to it.
 */
async function refusedText(
  stores: DeviceWriteStores,
  op: Pick<SyncOp, "kind" | "entity">,
): Promise<string | null> {
  const memo = await stores.memos.find(op.entity);
  if (memo === null) return null;
  const isOwn = memo.creator === (await stores.meta.get(accountKey));
  return isOwn || op.kind === "memo.put" || op.kind === "memo.text" ? memo.content : null;
}

/** Applies the parked row, once no edits of the older document are pending. */
export async function applyParked(stores: DeviceWriteStores, id: string): Promise<void> {
  const parked = await findParked(stores, id);
  if (parked === null || (await waitsOnOlder(stores, parked.entity))) return;
  const base = await stores.bases.get(id);
  if (await clashesWithEdits(stores, base?.entity ?? null, parked.entity)) return;
  await removeParked(stores, id);
  await memoRebase.applyRow(stores, id, parked.seq, parked.entity);
}
