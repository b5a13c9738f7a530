import type { DeviceWriteStores } from "../../../stores/device-database.ts";
import { markEraseDue } from "../../../commit/erase-due.ts";
import { keepMergedTexts } from "../../history/device-history.ts";
import { evictAttachment } from "../evict/evict-files.ts";
import { evictMemo } from "../evict/evict-memo.ts";
import { attachmentRebase } from "../rebase/attachment-rebase.ts";
import { findHeld } from "../rebase/held-memos.ts";
import { heldFilesOf } from "../rebase/held-files.ts";
import { applyParked, memoRebase } from "../rebase/memo-rebase.ts";

/**
 * Ends a held memo as its writer chose. If the server has the memo, its version is shown and the text of this
 * device becomes a revision. Otherwise the memo is removed from this device, with its files. Returns false if
 * the memo isn't held.
 */
export async function throwAwayHeld(
  stores: DeviceWriteStores,
  id: string,
  atMs: number,
): Promise<boolean> {
  const held = await findHeld(stores, id);
  const memo = await stores.memos.find(id);
  if (held === null) return false;
  await stores.outbox.remove([held.n]);
  for (const { n, op } of await heldFilesOf(stores, id)) {
    await stores.outbox.remove([n]);
    await attachmentRebase.settle(stores, op.entity);
  }
  const base = (await stores.bases.get(id))?.entity ?? null;
  if (base === null) {
    for (const file of await stores.attachments.listByMemos([id])) {
      await evictAttachment(stores, file.id);
    }
    await evictMemo(stores, id);
  } else {
    await memoRebase.settle(stores, id);
    await applyParked(stores, id);
    const result = (await stores.memos.find(id))?.content ?? base.row.content;
    const { creator } = base.row;
    await keepMergedTexts(stores, id, {
      ours: memo?.content ?? null,
      theirs: null,
      result,
      creator,
      atMs,
      isDiscarded: true,
    });
    await markEraseDue(stores);
  }
  stores.afterCommit({ kind: "memo-written", id });
  return true;
}
