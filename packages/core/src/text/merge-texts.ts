import { addTexts } from "./add-texts.ts";
import { heldTexts, MergeElsewhere, mergeLimitHere, type TextsJob } from "./merge-elsewhere.ts";
import { diffText, type TextEdit } from "./text-diff.ts";
import { addMergeWork, workWithin } from "./work-done.ts";
import { isWithin, placesOf, wordsOf } from "./words-in-order.ts";

/**
 * Merges two texts that come from the same base: what either side removed is gone, what either added
 * is there, ours before theirs at the same place, and what both added there stands once. A side that
 * left the base alone gives the other side's text. The base need not be related for it to work; the
 * less it is, the more stands twice. Rule T9 in SPEC.md. Throws `MergeElsewhere` in a process that
 * does long merges in another thread.
 */
export function mergeTexts(base: string, ours: string, theirs: string): string {
  return mergeHere({ base, ours, theirs });
}

/**
 * A text with the words that another adds to it, none more often than the other has it; what the
 * other lacks stays. Throws `MergeElsewhere` in a process that does long merges in another thread.
 */
export function addText(text: string, other: string): string {
  return mergeHere({ base: null, ours: text, theirs: other });
}

/** Does the same in this thread, however long it takes: its work grows with the length of the texts. */
export function mergeTextsJob({ base, ours, theirs }: TextsJob): string {
  return base === null ? addTexts(ours, theirs) : mergeFromBase(base, ours, theirs);
}

/** Whether what an edit of `before` into `after` added stands in `text`, in order; no when it added nothing. */
export function hasAdditions(before: string, after: string, text: string): boolean {
  const added = diffText(before, after).map(({ insert }) => insert);
  return isWithin(wordsOf(added.join(" ")), placesOf(wordsOf(text)));
}

function mergeHere(job: TextsJob): string {
  const held = heldTexts(job);
  if (typeof held === "string") return held;
  // A merge that its thread gave up is done here: it is short, and nothing refuses a text.
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
  // Theirs sort behind ours at the same place: the sort keeps the order of equals.
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
 * The edits, each without its insert where another that touches it inserts all of its words, and more.
 * Both lists are in order and disjoint, so that only neighbours are compared.
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

/** Makes a value when it is first needed. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function editKey({ at, remove, insert }: TextEdit): string {
  return `${at} ${remove} ${insert}`;
}
