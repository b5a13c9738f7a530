import { tagRanges } from "../tag-ranges.ts";
import { addTag } from "./add-tag.ts";
import { movedPlaces, type MovedPlace } from "./moved-place.ts";
import { removeTag } from "./remove-tag.ts";
import { applyEdits, invertEdits, type TagEdit, type TagStep } from "./tag-edit.ts";

/** A text with changed tags, and the steps to undo the change. */
export interface Retagged {
  readonly content: string;
  /** Steps in order. A tag that was already present, or already absent, has none. */
  readonly steps: readonly TagStep[];
}

/**
 * Removes tags from a text, then adds others; null if one of them can't be removed or added. Tags are in the
 * form that `readTagName` returns. Rules M27 and M28.
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
 * Undoes steps in a text that may have changed since. `seenIn` is the text right after the steps; if the text
 * is still the same, the result is the text before them. If the text beside a step is unchanged, the step is
 * undone there. Otherwise an added tag is removed from its current position, and a removed tag is added
 * again. A tag that only lost its `#` isn't added again if its word was deleted. Other changes made since
 * stay. Rules M29 and M29a.
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

/** Returns true for an edit that only restores a `#` before a word or removes a backslash. */
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
  // Words deleted since aren't restored.
  if (back.every(({ removed, inserted }) => isMark(removed, inserted))) return text;
  const edit = addTag(text, tag);
  return edit === null || edit === "present" ? text : applyEdits(text, [edit]);
}
