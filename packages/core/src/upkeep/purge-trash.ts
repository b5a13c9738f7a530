import type { MemoDeps } from "../memo/memo-deps.ts";
import { purgeWithComments } from "../memo/purge-memo.ts";

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
    for (const id of ids) await purgeWithComments({ stores, deps }, id);
    return ids.length;
  });
}
