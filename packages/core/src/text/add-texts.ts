import { type DiffBudget, diffPieces, newDiffBudget } from "./diff-pieces.ts";
import { addMergeWork } from "./work-done.ts";

/** Word with the white space after it. White space before the first word is a piece without a word. */
interface Piece {
  readonly text: string;
  readonly word: string;
}

/** Pieces that the text has, or that only the other text has. */
interface Run {
  readonly pieces: readonly Piece[];
  readonly isAdded: boolean;
}

/** Several pieces that are compared as one, such as a line. */
interface Group {
  readonly pieces: readonly Piece[];
  readonly key: string;
}

/**
 * Returns the text with the words that another text adds. Repeats no word more often than the other text
 * does.
 */
export function addTexts(text: string, other: string): string {
  const ours = piecesOf(text);
  const theirs = piecesOf(other);
  const room = countWords(theirs);
  for (const [word, count] of countWords(ours)) room.set(word, (room.get(word) ?? 0) - count);
  const merged: string[] = [];
  let isNew = false;
  let before = "";
  for (const { pieces, isAdded } of runsOf(ours, theirs)) {
    for (const piece of pieces) {
      const left = room.get(piece.word) ?? 0;
      if (isAdded && left <= 0) continue;
      if (isAdded) room.set(piece.word, left - 1);
      isNew ||= isAdded;
      if (/\S$/.test(before.slice(-1)) && /^\S/.test(piece.text)) merged.push(" ");
      merged.push(piece.text);
      before = piece.text;
    }
  }
  // If nothing is new, the text must stay the same to the last blank.
  return isNew ? merged.join("") : text;
}

/**
 * Returns both sides as one sequence of runs. If too many words differ, compares lines first; if too many
 * lines differ, appends the other side to the text.
 */
function runsOf(ours: readonly Piece[], theirs: readonly Piece[]): readonly Run[] {
  const budget = newDiffBudget();
  return (
    runsBetween(ours.map(alone), theirs.map(alone), budget) ?? runsByLine(ours, theirs, budget)
  );
}

function runsByLine(
  ours: readonly Piece[],
  theirs: readonly Piece[],
  budget: DiffBudget,
): readonly Run[] {
  const byWords = (gap: readonly Run[]): readonly Run[] => {
    const [one, other] = [false, true].map((side) =>
      gap.filter(({ isAdded }) => isAdded === side).flatMap(({ pieces }) => pieces.map(alone)),
    );
    if (one?.[0] === undefined || other?.[0] === undefined) return gap;
    return runsBetween(one, other, budget) ?? gap;
  };
  return (
    runsBetween(linesOf(ours), linesOf(theirs), budget, byWords) ?? [
      { pieces: ours, isAdded: false },
      { pieces: theirs, isAdded: true },
    ]
  );
}

/**
 * Returns the runs of two sequences of groups; null if too many of them differ. `closer` compares the
 * differing parts in detail.
 */
function runsBetween(
  ours: readonly Group[],
  theirs: readonly Group[],
  budget: DiffBudget,
  closer = (gap: readonly Run[]): readonly Run[] => gap,
): readonly Run[] | null {
  const changes = diffPieces(ours.map(keyOf), theirs.map(keyOf), budget);
  if (changes === null) return null;
  const runs: Run[] = [];
  let gap: Run[] = [];
  const close = (): void => {
    for (const run of closer(gap)) runs.push(run);
    gap = [];
  };
  let [i, j] = [0, 0];
  for (const { added, removed, count } of changes) {
    const groups = removed ? ours.slice(i, i + count) : theirs.slice(j, j + count);
    const pieces = groups.flatMap((group) => group.pieces);
    if (added || removed) gap.push({ pieces, isAdded: added });
    else {
      close();
      runs.push({ pieces, isAdded: false });
    }
    if (!added) i += count;
    if (!removed) j += count;
  }
  close();
  return runs;
}

function piecesOf(text: string): Piece[] {
  const pieces = text.match(/\S+\s*|\s+/g) ?? [];
  addMergeWork(pieces.length);
  return pieces.map((piece) => ({ text: piece, word: piece.trim() }));
}

function linesOf(pieces: readonly Piece[]): Group[] {
  const lines: Group[] = [];
  let line: Piece[] = [];
  const end = (): void => {
    if (line.length > 0) lines.push({ pieces: line, key: line.map(({ word }) => word).join(" ") });
    line = [];
  };
  for (const piece of pieces) {
    line.push(piece);
    if (piece.text.includes("\n", piece.word.length)) end();
  }
  end();
  return lines;
}

function alone(piece: Piece): Group {
  return { pieces: [piece], key: piece.word };
}

function keyOf({ key }: Group): string {
  return key;
}

function countWords(pieces: readonly Piece[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { word } of pieces) {
    if (word !== "") counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}
