import type { Caller } from "../../model/caller.ts";
import type { ReadStores } from "../../stores/database.ts";
import type { AttachmentDeps } from "../attachment-deps.ts";
import { removeFiles } from "../write-attachment.ts";
import { unusedAmong, type WaitingParts } from "./unused-files.ts";

/** One transaction removes so many. */
const pieceSize = 100;

/**
 * Removes those of the files that nothing uses still. That is judged in the transaction that removes
 * them: nothing can come to use one in between. Gives how many went.
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
