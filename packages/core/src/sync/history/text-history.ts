import type { ServedTexts } from "../../memo/etag/served-texts.ts";
import type { WriteStores } from "../../stores/database.ts";
import { textHash } from "../../text/index.ts";
import type { MemoChange } from "../../stores/journal.ts";
import { textsToKeep } from "./revision-policy.ts";

/**
 * Saves the text that a change of a memo replaced on a server: as a base for later merges, and as a revision
 * if the policy requires one.
 */
export async function keepTextHistory(
  stores: WriteStores,
  change: MemoChange,
  deps: { readonly newId: () => string; readonly servedTexts?: ServedTexts | undefined },
): Promise<void> {
  const { before, after, atMs, caller, textReason } = change;
  if (before === null || after === null) return;
  const { id: memo, content } = before.row;
  if (content !== after.row.content) {
    const isServed = deps.servedTexts?.has(memo, content) === true;
    await stores.pastTexts.keep({ memo, sha: textHash(content), content, atMs, isServed });
  } else if (change.otherText === undefined) {
    return;
  }
  const { name: author, device } = caller;
  for (const text of textsToKeep(change, await stores.revisions.latest(memo))) {
    const id = deps.newId();
    await stores.revisions.add({
      id,
      memo,
      content: text,
      author,
      device,
      reason: textReason,
      atMs,
    });
  }
}
