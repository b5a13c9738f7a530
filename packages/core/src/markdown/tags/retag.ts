import { tagRanges } from "../tag-ranges.ts";
import { addTag } from "./add-tag.ts";
import { movedPlaces, type MovedPlace } from "./moved-place.ts";
import { removeTag } from "./remove-tag.ts";
import { applyEdits, invertEdits, type TagEdit, type TagStep } from "./tag-edit.ts";

/** A text with other tags, and what was done for that, so that it can be taken back. */
export interface Retagged {
  readonly content: string;
  /** One after the other; a tag that was there already, or not there, has none. */
  readonly steps: readonly TagStep[];
}

/**
 * Takes tags out of a text, then gives it others; null where one of them has no place. Tags are as
 * `readTagName` gives them. Rules M27 and M28.
 */
export function retag(
  content: string,
  { add, remove }: { readonly add: readonly string[]; readonly remove: readonly string[] },
): Retagged | null {
  const steps: TagStep[] = [];
  let text = content;
  const take = (tag: string, isAdded: boolean, edits: readonly TagEdit[]): void => {
    if (edits.length === 0) return;
    steps.push({ tag, isAdded, edits });
    text = applyEdits(text, edits);
  };
  for (const tag of remove) {
    const edits = removeTag(text, tag);
    if (edits === null) return null;
    take(tag, false, edits);
  }
  for (const tag of add) {
    const edit = addTag(text, tag);
    if (edit === null) return null;
    take(tag, true, edit === "present" ? [] : [edit]);
  }
  return { content: text, steps };
}

/**
 * Takes steps back in a text that may be another by now; `seenIn` is the one that they led to. Where
 * that is the text, it becomes what it was. Where what stands beside a step is as it was, the step is
 * undone there; else the tag that it added is removed from where it is now, and one that it removed is
 * added, but for what a `#` was taken from, which has the word's fate. What else came meanwhile stays.
 * Rule M29.
 */
export function undoRetag(content: string, seenIn: string, steps: readonly TagStep[]): string {
  let now = content;
  let then = seenIn;
  for (const step of steps.toReversed()) {
    const back = invertEdits(step.edits);
    const before = applyEdits(then, back);
    now = now === then ? before : takeBack(now, then, step, back);
    then = before;
  }
  return now;
}

function takeBack(now: string, then: string, step: TagStep, back: readonly TagEdit[]): string {
  const placeOf = movedPlaces(then, now);
  const done: TagEdit[] = [];
  for (const { at, removed, inserted } of back) {
    const to = at + removed.length;
    let place: number | null;
    if (inserted === "#") place = placeOf(at, to + step.tag.length);
    else if (removed === "\\") place = placeOf(at, to + 1, { after: true });
    else place = placeOf(at, to, { before: true, after: true });
    if (place !== null) done.push({ at: place, removed, inserted });
  }
  if (done.length === back.length) return applyEdits(now, done);
  return step.isAdded ? takeOut(now, placeOf, step.tag, back) : putBack(now, step, done, back);
}

/** A `#` that is put before its word again, or a backslash that is taken away from it. */
function isMark(removed: string, inserted: string): boolean {
  return removed === "\\" || inserted === "#";
}

function takeOut(
  now: string,
  placeOf: MovedPlace,
  tag: string,
  [back]: readonly TagEdit[],
): string {
  if (back === undefined) return now;
  const hash = back.at + back.removed.indexOf("#");
  const place = placeOf(hash, hash + 1 + tag.length);
  const isThere = tagRanges(now).some((range) => range.from === place && range.tag === tag);
  if (place === null || !isThere) return now;
  return applyEdits(now, removeTag(now, tag, place) ?? []);
}

function putBack(
  now: string,
  { tag }: TagStep,
  done: readonly TagEdit[],
  back: readonly TagEdit[],
): string {
  const text = applyEdits(now, done);
  // Of words that are gone nothing comes back.
  if (back.every(({ removed, inserted }) => isMark(removed, inserted))) return text;
  const edit = addTag(text, tag);
  return edit === null || edit === "present" ? text : applyEdits(text, [edit]);
}
