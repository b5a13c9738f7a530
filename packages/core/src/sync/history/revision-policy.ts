import type { RevisionRecord } from "../../stores/revision-store.ts";
import { diffText } from "../../text/index.ts";
import type { MemoChange } from "../../stores/journal.ts";

/** Minimum interval between revisions of edits without a conflict. */
const revisionIntervalMs = 10 * 60_000;

/**
 * Minimum interval between saved merges that lose no text. While two users type in one memo, every edit is a
 * merge.
 */
const mergeIntervalMs = 5 * 60_000;

/**
 * Returns the texts that a change saves as revisions, the replaced one first; for servers and devices. Always
 * saves texts whose removal the author may not have seen: both sides of a merge, and the text before an
 * overwrite or a restore. Saves other edits at intervals. Skips a merge that removes nothing from either side
 * if it follows a saved merge soon. `latest` is the memo's newest revision.
 */
export function textsToKeep(
  change: MemoChange,
  latest: Pick<RevisionRecord, "atMs" | "reason"> | null,
): readonly string[] {
  const { before, after, otherText, textReason, atMs } = change;
  if (before === null || after === null) return [];
  const replaced = before.row.content;
  const result = after.row.content;
  const hasChoices = (change.choices?.clashes.length ?? 0) > 0;
  // One reading isn't in the text. Both texts are stored, also the one that stayed.
  if (hasChoices && otherText !== undefined && otherText !== replaced) return [replaced, otherText];
  const others = otherText === undefined || otherText === result ? [] : [otherText];
  if (textReason === "merge" && latest?.reason === "merge") {
    const isSoon = atMs - latest.atMs < mergeIntervalMs;
    if (isSoon && [replaced, ...others].every((text) => isWhollyIn(text, result))) return [];
  }
  // The merge left the text unchanged: the other side's words are stored nowhere else.
  if (replaced === result) return textReason === "merge" ? others : [];
  const isDue = latest === null || atMs - latest.atMs >= revisionIntervalMs;
  if (textReason === "edit" && !isDue) return [];
  return [replaced, ...others.filter((text) => text !== replaced)];
}

/** Returns true if the edits from one text to the other only add. */
function isWhollyIn(text: string, other: string): boolean {
  return diffText(text, other).every(({ at, remove, insert }) =>
    insert.includes(text.slice(at, at + remove)),
  );
}
