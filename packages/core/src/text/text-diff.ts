import { type Change, diffWordsWithSpace } from "diff";
import { type DiffBudget, diffPieces, newDiffBudget, spend } from "./diff-pieces.ts";
import type { TextEdit } from "./tokens/text-edit.ts";
import {
  commonPrefix,
  commonSuffix,
  isBetweenWords,
  middleOf,
  type Stretch,
} from "./text-middle.ts";
import { outOfTokens } from "./tokens/out-of-tokens.ts";
import { words } from "./tokens/word-pattern.ts";
import { addMergeWork } from "./work-done.ts";

/** Length in UTF-16 units above which a middle is compared by lines before words. */
const longMiddle = 2_000;
/** Maximum length in UTF-16 units between two unchanged lines that is compared in detail. */
const maxStretch = 100_000;

/**
 * Returns the edits that turn `before` into `after`: disjoint, in order of position, empty if the texts are
 * equal. Trims common ends on code-point boundaries. Between them it keeps as many words as possible (in a
 * long middle, lines first), and only then blanks and marks. A word that is removed and inserted again would
 * appear twice if another replica did the same. Insertions and removals cut no token if the same text results
 * without it. Text with too many differences is replaced as a whole.
 */
export function diffText(before: string, after: string): readonly TextEdit[] {
  const middle = middleOf(before, after);
  if (middle.before.length + middle.after.length > longMiddle) {
    return outOfTokens(before, after, lineEdits(middle, newDiffBudget()));
  }
  const byWords = wordEdits(middle, newDiffBudget());
  const lines = wholeLines(before, after, middle);
  const byLines = lines === null ? byWords : lineEdits(lines, newDiffBudget());
  // Lines keep together, unless that takes more text out.
  const edits = lengthOf(byLines) <= lengthOf(byWords) ? byLines : byWords;
  return outOfTokens(before, after, edits);
}

/**
 * Extends a middle of several lines to whole lines. Returns null for one line, if it gets too long, or if the texts
 * have no line of it in common: then words are compared.
 */
function wholeLines(before: string, after: string, middle: Stretch): Stretch | null {
  if (!middle.before.includes("\n") && !middle.after.includes("\n")) return null;
  const at = middle.at === 0 ? 0 : before.lastIndexOf("\n", middle.at - 1) + 1;
  const lineEnd = before.indexOf("\n", middle.at + middle.before.length);
  const common = lineEnd === -1 ? 0 : before.length - lineEnd - 1;
  const lines = {
    at,
    before: before.slice(at, before.length - common),
    after: after.slice(at, after.length - common),
  };
  if (lines.before.length + lines.after.length > longMiddle) return null;
  const known = new Set(linesOf(lines.before).map(({ text }) => text));
  return linesOf(lines.after).some(({ text }) => known.has(text)) ? lines : null;
}

function lengthOf(edits: readonly TextEdit[]): number {
  return edits.reduce((sum, { remove, insert }) => sum + remove + insert.length, 0);
}

interface Piece {
  readonly at: number;
  readonly text: string;
}

function lineEdits(stretch: Stretch, budget: DiffBudget): TextEdit[] {
  return editsAround(linesOf, wordEdits, stretch, budget);
}

/** Returns the lines with letters or digits. Matching blank lines would move the text around them. */
function linesOf(text: string): Piece[] {
  const lines = piecesOf(text, /[^\n]*\n|[^\n]+$/g);
  return lines.filter((line) => /[\p{L}\p{N}]/u.test(line.text));
}

function wordEdits(stretch: Stretch, budget: DiffBudget): TextEdit[] {
  if (stretch.before.length + stretch.after.length > maxStretch) return wholeEdit(stretch);
  return editsAround((text) => piecesOf(text, words), markEdits, stretch, budget);
}

/** Compares text between two unchanged words: blanks, marks, and words that the sides don't share. */
function markEdits(stretch: Stretch, budget: DiffBudget): TextEdit[] {
  const { at, before, after } = stretch;
  if (before === "" || after === "" || before.length + after.length > longMiddle) {
    return wholeEdit(stretch);
  }
  const added = onlyAdded(stretch);
  if (added !== null) return wholeEdit(added);
  addMergeWork(before.length + after.length);
  const changes = diffWordsWithSpace(before, after, { maxEditLength: budget.left });
  return spend(budget, changes) ? collectEdits(changes, at) : wholeEdit(stretch);
}

/**
 * Returns the part of a stretch that one text has beside all of the other one; null if there is none, or if it
 * begins or ends within a word. Compared by its words, a mark could be taken for another one in that part, such
 * as `-` for that of a date.
 */
function onlyAdded({ at, before, after }: Stretch): Stretch | null {
  const start = commonPrefix(before, after);
  const end = commonSuffix(before, after, start);
  const longer = before.length > after.length ? before : after;
  const isCut = !isBetweenWords(longer, start) || !isBetweenWords(longer, longer.length - end);
  if (isCut || start + end < Math.min(before.length, after.length)) return null;
  return {
    at: at + start,
    before: before.slice(start, before.length - end),
    after: after.slice(start, after.length - end),
  };
}

function wholeEdit({ at, before, after }: Stretch): TextEdit[] {
  return before === after ? [] : [{ at, remove: before.length, insert: after }];
}

/** Keeps the longest common subsequence of pieces, and compares the text between them with `closer`. */
function editsAround(
  pieces: (text: string) => Piece[],
  closer: (stretch: Stretch, budget: DiffBudget) => TextEdit[],
  stretch: Stretch,
  budget: DiffBudget,
): TextEdit[] {
  const { at, before, after } = stretch;
  if (before === after || before === "" || after === "") return wholeEdit(stretch);
  const ours = pieces(before);
  const theirs = pieces(after);
  const kept = inBoth(ours, theirs, budget);
  if (kept === null) return wholeEdit(stretch);
  const edits: TextEdit[] = [];
  let [from, to] = [0, 0];
  for (const [one, other] of [...kept, [endOf(before), endOf(after)] as const]) {
    const between = { before: before.slice(from, one.at), after: after.slice(to, other.at) };
    edits.push(...closer({ at: at + from, ...between }, budget));
    from = one.at + one.text.length;
    to = other.at + other.text.length;
  }
  return edits;
}

/** Returns the unchanged pieces as pairs in order; null if too many differ. */
function inBoth(
  ours: readonly Piece[],
  theirs: readonly Piece[],
  budget: DiffBudget,
): (readonly [Piece, Piece])[] | null {
  const runs = diffPieces(
    ours.map(({ text }) => text),
    theirs.map(({ text }) => text),
    budget,
  );
  if (runs === null) return null;
  const pairs: (readonly [Piece, Piece])[] = [];
  let [i, j] = [0, 0];
  for (const { added, removed, count } of runs) {
    if (!added && !removed) {
      ours.slice(i, i + count).forEach((one, n) => {
        const other = theirs[j + n];
        if (other !== undefined) pairs.push([one, other]);
      });
    }
    if (!added) i += count;
    if (!removed) j += count;
  }
  return pairs;
}

function piecesOf(text: string, pattern: RegExp): Piece[] {
  return Array.from(text.matchAll(pattern), ({ 0: piece, index }) => ({ at: index, text: piece }));
}

function endOf(text: string): Piece {
  return { at: text.length, text: "" };
}

function collectEdits(changes: readonly Change[], offset: number): TextEdit[] {
  const edits: TextEdit[] = [];
  let at = offset;
  let open: { at: number; remove: number; insert: string } | null = null;
  for (const change of changes) {
    if (!change.added && !change.removed) {
      if (open !== null) edits.push(open);
      open = null;
      at += change.value.length;
      continue;
    }
    open ??= { at, remove: 0, insert: "" };
    if (change.added) open.insert += change.value;
    else {
      open.remove += change.value.length;
      at += change.value.length;
    }
  }
  if (open !== null) edits.push(open);
  return edits;
}
