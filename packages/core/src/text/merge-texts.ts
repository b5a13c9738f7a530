import { addTexts } from "./add-texts.ts";
import {
  heldTexts,
  type MergedTexts,
  MergeElsewhere,
  mergeLimitHere,
  type TextsJob,
} from "./merge-elsewhere.ts";
import { diffText } from "./text-diff.ts";
import type { TextEdit } from "./tokens/text-edit.ts";
import { decideTokens, type Clash } from "./tokens/token-edits.ts";
import { lettersOfOneWord } from "./tokens/word-pattern.ts";
import { addMergeWork, workWithin } from "./work-done.ts";
import { isWithin, placesOf, wordsOf } from "./words-in-order.ts";

/**
 * Merges two texts with a common base. The result has neither side's removals and both sides' additions, ours
 * before theirs at the same place. Additions that both made there appear once. If both sides replaced the same
 * token, the result has the reading of the side that it `prefers` (T3b). If one side equals the base, returns
 * the other side. An unrelated base works too, but duplicates more text. Rule T9 in SPEC.md. Throws
 * `MergeElsewhere` in a process that runs long merges on another thread.
 */
export function mergeTexts(
  base: string,
  ours: string,
  theirs: string,
  prefers: "ours" | "theirs" = "theirs",
): string {
  return mergeReadings(base, ours, theirs, prefers).text;
}

/** Merges as `mergeTexts` does, and reports where one reading was chosen. */
export function mergeReadings(
  base: string,
  ours: string,
  theirs: string,
  prefers: "ours" | "theirs",
): MergedTexts {
  return mergeHere({ base, ours, theirs, prefers });
}

/**
 * Returns a text with the words that another text adds. Repeats no word more often than the other text does,
 * and keeps text that the other lacks. Throws `MergeElsewhere` in a process that runs long merges on another
 * thread.
 */
export function addText(text: string, other: string): string {
  return mergeHere({ base: null, ours: text, theirs: other, prefers: "ours" }).text;
}

/** Merges in this thread without a limit: its work grows with the length of the texts. */
export function mergeTextsJob({ base, ours, theirs, prefers }: TextsJob): MergedTexts {
  if (base === null) return { text: addTexts(ours, theirs), clashes: [], isDecided: false };
  return mergeFromBase(base, { ours, theirs }, prefers);
}

/**
 * Returns true if the words that an edit of `before` into `after` added occur in `text`, in order. Returns
 * false if it added none.
 */
export function hasAdditions(before: string, after: string, text: string): boolean {
  const added = diffText(before, after).map(({ insert }) => insert);
  return isWithin(wordsOf(added.join(" ")), placesOf(wordsOf(text)));
}

function mergeHere(job: TextsJob): MergedTexts {
  const held = heldTexts(job);
  if (held !== null && "text" in held) return held;
  // A merge that the other thread aborted runs here: its work is bounded, and a text must never be refused.
  const limit = held === null ? mergeLimitHere() : Number.POSITIVE_INFINITY;
  const merged = workWithin(limit, () => mergeTextsJob(job));
  if (merged === null) throw new MergeElsewhere(job);
  return merged.value;
}

/** Number of characters whose tokens are found in one step of a merge. */
const lettersPerStep = 10;

/** Edit with its kind: of one side, or of both. */
interface MergedEdit extends TextEdit {
  readonly side: "ours" | "theirs" | "both";
  readonly readings?: readonly [string, string];
}

/** Edit, or a part of the base that stays. */
type Piece = TextEdit & { readonly side: MergedEdit["side"] | "base" };

function mergeFromBase(
  base: string,
  { ours, theirs }: { readonly ours: string; readonly theirs: string },
  prefers: "ours" | "theirs",
): MergedTexts {
  const sides = {
    ours: { text: ours, edits: diffText(base, ours) },
    theirs: { text: theirs, edits: diffText(base, theirs) },
  };
  if (sides.ours.edits.length > 0 && sides.theirs.edits.length > 0) {
    // Finding tokens is faster than a comparison of words.
    addMergeWork(Math.ceil((base.length + ours.length + theirs.length) / lettersPerStep));
  }
  const { decided, ...rest } = decideTokens(base, sides, prefers);
  const known = new Set(rest.ours.map(editKey));
  const newEdits = rest.theirs.filter((edit) => !known.has(editKey(edit)));
  const theirEdits = withoutCommon(newEdits, rest.ours);
  const ourEdits = withoutCommon(rest.ours, theirEdits);
  // Theirs come after ours at the same place, because the sort is stable.
  const edits: MergedEdit[] = [
    ...ourEdits.map((edit) => ({ ...edit, side: "ours" as const })),
    ...theirEdits.map((edit) => ({ ...edit, side: "theirs" as const })),
    ...decided.map((edit) => ({ ...edit, side: "both" as const })),
  ].toSorted((a, b) => a.at - b.at || Number(a.remove > 0) - Number(b.remove > 0));
  return joinEdits(base, edits);
}

function joinEdits(base: string, edits: readonly MergedEdit[]): MergedTexts {
  const clashes: Clash[] = [];
  let isDecided = false;
  let merged = "";
  let at = 0;
  /** The last edit or part of the base that has text. */
  let last: Piece | undefined;
  /** End of the longest removal that begins where the last text ends. */
  let removedTo = 0;
  const add = (piece: Piece): void => {
    if (piece.insert === "") {
      if (piece.at === endOf(last)) removedTo = Math.max(removedTo, endOf(piece));
      return;
    }
    const isRemoved = piece.side === "base" && removedTo === piece.at;
    if (last !== undefined && !isRemoved && areJoined(base, last, piece)) {
      merged += " ";
      isDecided = true;
    }
    merged += piece.insert;
    last = piece;
    removedTo = 0;
  };
  for (const edit of edits) {
    if (edit.at > at) {
      add(partOf(base, at, edit.at));
      at = edit.at;
    }
    add(edit);
    if (edit.readings !== undefined) {
      const [ours, theirs] = edit.readings;
      const replaced = base.slice(edit.at, edit.at + edit.remove);
      clashes.push({ at: merged.length - edit.insert.length, base: replaced, ours, theirs });
    }
    isDecided ||= edit.side === "both";
    at = Math.max(at, edit.at + edit.remove);
  }
  add(partOf(base, at, base.length));
  return { text: merged, clashes, isDecided };
}

function partOf(base: string, from: number, to: number): Piece {
  return { at: from, remove: to - from, insert: base.slice(from, to), side: "base" };
}

/**
 * Returns true if two parts of a merged text would become one word that neither side wrote: numbers that both
 * inserted beside each other, or words between which each side left something that the other removed.
 */
function areJoined(base: string, before: Piece, after: Piece): boolean {
  const isInserted = before.remove === 0 && after.remove === 0 && before.at === after.at;
  if (isInserted && before.side !== after.side) return areGlued(before.insert, after.insert);
  const isBesideBase = before.side === "base" || after.side === "base";
  const end = endOf(before);
  if (end === after.at && (isBesideBase || before.side === after.side)) return false;
  const [first, second] = [lastLetter(before.insert), firstLetter(after.insert)];
  return (
    lettersOfOneWord.test(first + second) &&
    // A part of a word may join the rest of it.
    !lettersOfOneWord.test(first + firstLetter(base.slice(end, end + 2))) &&
    !lettersOfOneWord.test(lastLetter(base.slice(Math.max(0, after.at - 2), after.at)) + second)
  );
}

function firstLetter(text: string): string {
  return [...text.slice(0, 2)][0] ?? "";
}

function lastLetter(text: string): string {
  return [...text.slice(-2)].at(-1) ?? "";
}

/** Returns true if two texts in sequence would join into one word with a digit. */
function areGlued(before: string, after: string): boolean {
  const [end] = /[\p{L}\p{N}]+$/u.exec(before) ?? [""];
  const [start] = /^[\p{L}\p{N}]+/u.exec(after) ?? [""];
  return end !== "" && start !== "" && /\p{N}/u.test(end + start);
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
