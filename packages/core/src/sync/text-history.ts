import type { ServedTexts } from "../memo/served-texts.ts";
import type { RevisionRecord, WriteStores } from "../ports.ts";
import { textHash } from "../text/index.ts";
import type { MemoChange } from "./journal.ts";

/** Edits that nobody else was in the way of are kept once per ten minutes of activity. */
const revisionIntervalMs = 10 * 60_000;

/**
 * Keeps what a change of a memo's text replaced: as the base of merges to come, and as a revision.
 * Always where its author may not have seen it go (a merge keeps both sides, an overwrite or a
 * restore what was there), else at times.
 */
export async function keepTextHistory(
  stores: WriteStores,
  change: MemoChange,
  deps: { readonly newId: () => string; readonly servedTexts?: ServedTexts | undefined },
): Promise<void> {
  const { before, after, atMs } = change;
  if (before === null || after === null) return;
  const { id, content } = before.row;
  const { otherText } = change;
  const isOtherLost = otherText !== undefined && otherText !== after.row.content;
  if (content === after.row.content) {
    // A merge that left the text as it is: the other side's words are nowhere else.
    if (change.textReason === "merge" && isOtherLost) {
      await stores.revisions.add(toRevision(change, id, deps.newId(), otherText));
    }
    return;
  }
  await stores.pastTexts.keep({
    memo: id,
    sha: textHash(content),
    content,
    atMs,
    isServed: deps.servedTexts?.has(id, content) === true,
  });
  const latest = await stores.revisions.latest(id);
  const isDue = latest === null || atMs - latest.atMs >= revisionIntervalMs;
  if (change.textReason === "edit" && !isDue) return;
  await stores.revisions.add(toRevision(change, id, deps.newId(), content));
  if (!isOtherLost || otherText === content) return;
  await stores.revisions.add(toRevision(change, id, deps.newId(), otherText));
}

function toRevision(
  { caller, textReason, atMs }: MemoChange,
  memo: string,
  id: string,
  content: string,
): RevisionRecord {
  return {
    id,
    memo,
    content,
    author: caller.name,
    device: caller.device,
    reason: textReason,
    atMs,
  };
}
