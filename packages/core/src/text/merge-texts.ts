import { diffArrays } from "diff";
import { diffText, type TextEdit } from "./text-diff.ts";

/**
 * Merges two texts that come from the same base: what either side removed is gone, what either added
 * is there, ours before theirs at the same place, and what both added there stands once. A side that
 * left the base alone gives the other side's text. The base need not be related for it to work; the
 * less it is, the more stands twice. Rule T9 in SPEC.md.
 */
export function mergeTexts(base: string, ours: string, theirs: string): string {
  const ourEdits = diffText(base, ours);
  const known = new Set(ourEdits.map(editKey));
  const theirEdits = diffText(base, theirs)
    .filter((edit) => !known.has(editKey(edit)))
    .map((edit) => withoutCommon(edit, ourEdits));
  // Theirs sort behind ours at the same place: the sort keeps the order of equals.
  const edits = [
    ...ourEdits.map((edit) => withoutCommon(edit, theirEdits)),
    ...theirEdits,
  ].toSorted((a, b) => a.at - b.at);
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

/** Whether what an edit of `before` into `after` added stands in `text`, in order; no when it added nothing. */
export function hasAdditions(before: string, after: string, text: string): boolean {
  const added = diffText(before, after).map(({ insert }) => insert);
  return isWithin(added.join(" "), text);
}

/**
 * A text with the words that another adds to it, none more often than the other has it; what the
 * other lacks stays.
 */
export function addText(text: string, other: string): string {
  const room = countOf(wordsOf(other));
  for (const [word, count] of countOf(wordsOf(text))) room.set(word, (room.get(word) ?? 0) - count);
  const isSame = (a: string, b: string): boolean => a.trim() === b.trim();
  let added = "";
  for (const part of diffArrays(piecesOf(text), piecesOf(other), { comparator: isSame })) {
    for (const piece of part.value) {
      const left = room.get(piece.trim()) ?? 0;
      if (part.added && left <= 0) continue;
      if (part.added) room.set(piece.trim(), left - 1);
      const isJoined = /\S$/.test(added) && /^\S/.test(piece);
      added += isJoined ? ` ${piece}` : piece;
    }
  }
  // Where nothing is new, the text is the same to the last blank.
  return wordsOf(added).length === wordsOf(text).length ? text : added;
}

/** Words, each with the white space behind it. */
function piecesOf(text: string): string[] {
  return text.match(/\S+\s*|\s+/g) ?? [];
}

function countOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** The edit without its insert where another that touches it inserts all of its words, and more. */
function withoutCommon(edit: TextEdit, others: readonly TextEdit[]): TextEdit {
  const isPart = others.some(
    ({ at, remove, insert }) =>
      at <= edit.at + edit.remove && edit.at <= at + remove && isWithin(edit.insert, insert),
  );
  return isPart ? { ...edit, insert: "" } : edit;
}

/** Whether the words of the one stand in the other, in order. */
function isWithin(part: string, whole: string): boolean {
  const words = wordsOf(part);
  let found = 0;
  for (const word of wordsOf(whole)) if (word === words[found]) found += 1;
  return words.length > 0 && found === words.length;
}

function wordsOf(text: string): string[] {
  return text.match(/\S+/g) ?? [];
}

function editKey({ at, remove, insert }: TextEdit): string {
  return `${at} ${remove} ${insert}`;
}
