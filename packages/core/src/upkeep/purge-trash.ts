import type { Caller } from "../model/caller.ts";
import { commitMemo } from "../commit/commit-memo.ts";
import type { MemoDeps } from "../memo/memo-deps.ts";
import { entityOf } from "../commit/entity-of.ts";
import type { WriteStores } from "../stores/database.ts";

/**
 * Purges up to `limit` memos that have been in the trash since before `beforeMs`, oldest first, with the
 * comments on them, in one transaction. Returns how many memos it found.
 */
export async function purgeTrash(
  deps: Pick<MemoDeps, "database" | "journal" | "clock">,
  { beforeMs, limit }: { readonly beforeMs: number; readonly limit: number },
): Promise<number> {
  return deps.database.write(async (stores) => {
    const ids = await stores.memos.idsTrashedBefore(beforeMs, limit);
    for (const id of ids) {
      // Purges comments first, because a device's journal doesn't handle comments of a purged memo.
      const below = await stores.memos.descendants(id);
      for (const each of [...below.toReversed(), id]) await purge(deps, stores, each);
    }
    return ids.length;
  });
}

async function purge(
  deps: Pick<MemoDeps, "journal" | "clock">,
  stores: WriteStores,
  id: string,
): Promise<void> {
  const record = await stores.memos.find(id);
  // A trashed comment may have been purged with its memo.
  if (record === null) return;
  const caller: Caller = {
    name: record.creator,
    role: "USER",
    spaces: [],
    scope: null,
    device: "trash",
  };
  await commitMemo(stores, deps.journal, {
    before: await entityOf(stores, record),
    ops: [{ kind: "memo.purge", entity: id, stamp: deps.clock.tick() }],
    caller,
    textReason: "edit",
    atMs: deps.clock.nowMs(),
  });
}
