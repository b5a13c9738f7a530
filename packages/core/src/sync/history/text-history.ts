import type { ServedTexts } from "../../memo/etag/served-texts.ts";
import type { WriteStores } from "../../stores/database.ts";
import { textHash } from "../../text/index.ts";
import { noteChoices } from "./merge-choices.ts";
import { findTextWriter, noteTextWriter } from "./text-writer.ts";
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
  const writer = textReason === "merge" ? await findTextWriter(stores, before.row) : null;
  if (content !== after.row.content) {
    const isServed = deps.servedTexts?.has(memo, content) === true;
    await stores.pastTexts.keep({ memo, sha: textHash(content), content, atMs, isServed });
    await noteTextWriter(stores, change, writer);
  } else if (change.otherText === undefined) {
    return;
  }
  const { otherText } = change;
  if (otherText !== undefined) {
    // The device's next edits are based on it.
    await stores.pastTexts.keep({
      memo,
      sha: textHash(otherText),
      content: otherText,
      atMs,
      isServed: false,
    });
  }
  const revisions: string[] = [];
  for (const text of textsToKeep(change, await stores.revisions.latest(memo))) {
    const id = deps.newId();
    const isOther = writer === null || text !== content;
    const device = isOther ? caller.device : writer.device;
    const of = { id, memo, author: caller.name, reason: textReason, atMs };
    await stores.revisions.add({ ...of, content: text, device });
    revisions.push(id);
  }
  if (writer !== null) await noteChoices(stores, change, { writer, revisions });
}
