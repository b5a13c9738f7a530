import { diffText } from "./text-diff.ts";
import type { TextEdit } from "./tokens/text-edit.ts";

/** Run of text that two texts share, or that only one of them has. */
export interface DiffPart {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
}

/**
 * Returns the diff of two texts as one readable sequence. Joined without the removed parts it is `after`,
 * without the added parts it is `before`. No part is empty. A removed part precedes its replacement, and
 * consecutive replaced words form one part.
 */
export function diffParts(before: string, after: string): DiffPart[] {
  const parts: DiffPart[] = [];
  const add = (kind: DiffPart["kind"], text: string): void => {
    if (text !== "") parts.push({ kind, text });
  };
  let at = 0;
  for (const edit of joinAcrossSpaces(diffText(before, after), before)) {
    add("same", before.slice(at, edit.at));
    at = edit.at + edit.remove;
    add("removed", before.slice(edit.at, at));
    add("added", edit.insert);
  }
  add("same", before.slice(at));
  return parts;
}

/** Joins the replacements of words that are separated only by a space. */
function joinAcrossSpaces(edits: readonly TextEdit[], before: string): TextEdit[] {
  const joined: TextEdit[] = [];
  for (const edit of edits) {
    const last = joined.at(-1);
    const gap = last === undefined ? "" : before.slice(last.at + last.remove, edit.at);
    if (last === undefined || !/^[^\S\n]+$/.test(gap)) {
      joined.push(edit);
      continue;
    }
    const remove = edit.at + edit.remove - last.at;
    joined[joined.length - 1] = { at: last.at, remove, insert: last.insert + gap + edit.insert };
  }
  return joined;
}
