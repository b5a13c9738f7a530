import { diffText } from "./text-diff.ts";

/** A run of text that two texts share, or that only one of them has. */
export interface DiffPart {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
}

/**
 * Two texts as one run to be read: joined without what is removed it is `after`, without what is
 * added it is `before`. No part is empty; what was removed stands before what took its place.
 */
export function diffParts(before: string, after: string): DiffPart[] {
  const parts: DiffPart[] = [];
  const add = (kind: DiffPart["kind"], text: string): void => {
    if (text !== "") parts.push({ kind, text });
  };
  let at = 0;
  for (const edit of diffText(before, after)) {
    add("same", before.slice(at, edit.at));
    at = edit.at + edit.remove;
    add("removed", before.slice(edit.at, at));
    add("added", edit.insert);
  }
  add("same", before.slice(at));
  return parts;
}
