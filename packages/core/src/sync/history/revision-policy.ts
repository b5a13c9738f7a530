import type { RevisionRecord } from "../../stores/revision-store.ts";
import { diffText } from "../../text/index.ts";
import type { MemoChange } from "../../stores/journal.ts";

/** Edits that nobody else was in the way of are kept once per ten minutes of activity. */
const revisionIntervalMs = 10 * 60_000;

/** While two people type in one memo every edit is a merge; of those that lose nothing one pair is kept. */
const mergeIntervalMs = 5 * 60_000;

/**
 * The texts that a change makes revisions of, the one that it replaced first: what servers and
 * devices keep. Always where its author may not have seen a text go (a merge keeps both sides, an
 * overwrite or a restore what was there), else at times: soon after a merge that was kept, another one
 * which takes nothing out of either side is an edit like others. `latest`: the memo's newest revision.
 */
export function textsToKeep(
  change: MemoChange,
  latest: Pick<RevisionRecord, "atMs" | "reason"> | null,
): readonly string[] {
  const { before, after, otherText, textReason, atMs } = change;
  if (before === null || after === null) return [];
  const replaced = before.row.content;
  const result = after.row.content;
  const others = otherText === undefined || otherText === result ? [] : [otherText];
  if (textReason === "merge" && latest?.reason === "merge") {
    const isSoon = atMs - latest.atMs < mergeIntervalMs;
    if (isSoon && [replaced, ...others].every((text) => isWhollyIn(text, result))) return [];
  }
  // A merge that left the text as it is: the other side's words are nowhere else.
  if (replaced === result) return textReason === "merge" ? others : [];
  const isDue = latest === null || atMs - latest.atMs >= revisionIntervalMs;
  if (textReason === "edit" && !isDue) return [];
  return [replaced, ...others.filter((text) => text !== replaced)];
}

/** Whether the edits that lead from one text to another only add to it. */
function isWhollyIn(text: string, other: string): boolean {
  return diffText(text, other).every(({ at, remove, insert }) =>
    insert.includes(text.slice(at, at + remove)),
  );
}
