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
  if (before === null || after === null || before.row.content === after.row.content) return;
  const { id, content } = before.row;
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
  const revision = (text: string): RevisionRecord => ({
    id: deps.newId(),
    memo: id,
    content: text,
    author: change.caller.name,
    device: change.caller.device,
    reason: change.textReason,
    atMs,
  });
  await stores.revisions.add(revision(content));
  const { otherText } = change;
  if (otherText === undefined || otherText === content || otherText === after.row.content) return;
  await stores.revisions.add(revision(otherText));
}
