import { addTexts } from "./add-texts.ts";
import { heldTexts, MergeElsewhere, mergeLimitHere, type TextsJob } from "./merge-elsewhere.ts";
import { diffText, type TextEdit } from "./text-diff.ts";
import { addMergeWork, workWithin } from "./work-done.ts";
import { isWithin, placesOf, wordsOf } from "./words-in-order.ts";

/**
 * Merges two texts with a common base. The result has neither side's removals and both sides' additions, ours
 * before theirs at the same place. Additions that both made there appear once. If one side equals the base,
 * returns the other side. An unrelated base works too, but duplicates more text. Rule T9 in SPEC.md. Throws
 * `MergeElsewhere` in a process that runs long merges on another thread.
 */
export function mergeTexts(base: string, ours: string, theirs: string): string {
  return mergeHere({ base, ours, theirs });
}

/**
 * Returns a text with the words that another text adds. Repeats no word more often than the other text does,
 * and keeps text that the other lacks. Throws `MergeElsewhere` in a process that runs long merges on another
 * thread.
 */
export function addText(text: string, other: string): string {
  return mergeHere({ base: null, ours: text, theirs: other });
}

/** Merges in this thread without a limit: its work grows with the length of the texts. */
export function mergeTextsJob({ base, ours, theirs }: TextsJob): string {
  return base === null ? addTexts(ours, theirs) : mergeFromBase(base, ours, theirs);
}

/**
 * Returns true if the words that an edit of `before` into `after` added occur in `text`, in order. Returns
 * false if it added none.
 */
export function hasAdditions(before: string, after: string, text: string): boolean {
  const added = diffText(before, after).map(({ insert }) => insert);
  return isWithin(wordsOf(added.join(" ")), placesOf(wordsOf(text)));
}

function mergeHere(job: TextsJob): string {
  const held = heldTexts(job);
  if (typeof held === "string") return held;
  // A merge that the other thread aborted runs here: its work is bounded, and a text must never be refused.
  const limit = held === null ? mergeLimitHere() : Number.POSITIVE_INFINITY;
  const merged = workWithin(limit, () => mergeTextsJob(job));
  if (merged === null) throw new MergeElsewhere(job);
  return merged.value;
}

function mergeFromBase(base: string, ours: string, theirs: string): string {
  const ourEdits = diffText(base, ours);
  const known = new Set(ourEdits.map(editKey));
  const newEdits = diffText(base, theirs).filter((edit) => !known.has(editKey(edit)));
  const theirEdits = withoutCommon(newEdits, ourEdits);
  // Theirs come after ours at the same place, because the sort is stable.
  const edits = [...withoutCommon(ourEdits, theirEdits), ...theirEdits].toSorted(
    (a, b) => a.at - b.at,
  );
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

/**
 * Removes the insert of each edit if an adjacent or overlapping edit of the other side inserts all of its
 * words. Both lists are in order and disjoint, so only neighbours are compared.
 */
function withoutCommon(edits: readonly TextEdit[], others: readonly TextEdit[]): TextEdit[] {
  const places = others.map(({ insert }) => once(() => placesOf(wordsOf(insert))));
  let first = 0;
  return edits.map((edit) => {
    while (first < others.length && endOf(others[first]) < edit.at) first += 1;
    const inserted = once(() => wordsOf(edit.insert));
    for (let i = first; (others[i]?.at ?? Infinity) <= endOf(edit); i += 1) {
      addMergeWork(1);
      const within = places[i]?.();
      if (within !== undefined && isWithin(inserted(), within)) return { ...edit, insert: "" };
    }
    return edit;
  });
}

function endOf(edit: TextEdit | undefined): number {
  return edit === undefined ? Infinity : edit.at + edit.remove;
}

/** Computes a value on first use. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function editKey({ at, remove, insert }: TextEdit): string {
  return `${at} ${remove} ${insert}`;
}
