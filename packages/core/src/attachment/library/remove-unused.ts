import type { Caller } from "../../model/caller.ts";
import type { ReadStores } from "../../stores/database.ts";
import type { AttachmentDeps } from "../attachment-deps.ts";
import { removeFiles } from "../write-attachment.ts";
import { unusedAmong, type WaitingParts } from "./unused-files.ts";

/** Number of files per transaction. */
const pieceSize = 100;

/**
 * Removes the files that are still unused. Checks this in the transaction that removes them, so a file can't
 * become used in between. Returns how many it removed.
 */
export async function removeUnused(
  deps: Pick<AttachmentDeps, "memoDeps">,
  caller: Caller,
  ids: readonly string[],
  waiting: (stores: Pick<ReadStores, "meta">) => Promise<WaitingParts>,
): Promise<number> {
  let removed = 0;
  for (let at = 0; at < ids.length; at += pieceSize) {
    removed += await deps.memoDeps.database.write(async (stores) => {
      const files = await stores.attachments.findMany(ids.slice(at, at + pieceSize));
      const unused = await unusedAmong(stores, caller, files, await waiting(stores));
      await removeFiles({ stores, deps: deps.memoDeps, caller }, unused);
      return unused.length;
    }, caller);
  }
  return removed;
}
