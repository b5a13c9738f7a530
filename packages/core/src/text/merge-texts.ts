import { diffText, type TextEdit } from "./text-diff.ts";

/**
 * Merges two texts that come from the same base: what either side removed is gone, what either added
 * is there, ours before theirs at the same place, and an edit that both made stands once. A side that
 * left the base alone gives the other side's text. The base need not be related for it to work; the
 * less it is, the more stands twice. Rule T9 in SPEC.md.
 */
export function mergeTexts(base: string, ours: string, theirs: string): string {
  const ourEdits = diffText(base, ours);
  const known = new Set(ourEdits.map(editKey));
  const theirEdits = diffText(base, theirs).filter((edit) => !known.has(editKey(edit)));
  // Theirs sort behind ours at the same place: the sort keeps the order of equals.
  const edits = [...ourEdits, ...theirEdits].toSorted((a, b) => a.at - b.at);
  let merged = "";
  let at = 0;
  for (const edit of edits) {
    if (edit.at > at) {
      merged += base.slice(at, edit.at);
      at = edit.at;
    }
    merged += edit.insert;
    at = Math.max(at, edit.at + edit.remove);
  }
  return merged + base.slice(at);
}

function editKey({ at, remove, insert }: TextEdit): string {
  return `${at} ${remove} ${insert}`;
}
