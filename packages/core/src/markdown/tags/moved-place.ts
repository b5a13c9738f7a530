import { diffArrays } from "diff";

/** Maximum number of added and removed pieces. The cost of the diff grows with its square. */
const maxMoved = 1_000;

/** Maps a range of one text to its start in the other; null if it isn't there as a whole. */
export type MovedPlace = (
  from: number,
  to: number,
  beside?: { readonly before?: boolean; readonly after?: boolean },
) => number | null;

/**
 * Finds ranges of a text in a later version of it. A range is found if its words and the characters between
 * them are unchanged and adjacent. With `beside`, the piece before or after it, or the end of the text, must
 * match too.
 */
export function movedPlaces(before: string, after: string): MovedPlace {
  const ours = piecesOf(before);
  const theirs = piecesOf(after);
  const moved = pairsOf(ours, theirs);
  const pieceAt = new Map(ours.map(({ at }, index) => [at, index]));
  return (from, to, beside = {}) => {
    const start = pieceAt.get(from);
    const end = pieceAt.get(to);
    if (start === undefined || end === undefined) return null;
    const first = beside.before === true ? start - 1 : start;
    const last = beside.after === true ? end : end - 1;
    const place = moved.get(first);
    if (place === undefined) return null;
    for (let at = first; at <= last; at++) {
      if (moved.get(at) !== place + at - first) return null;
    }
    return theirs[place + start - first]!.at;
  };
}

interface Piece {
  readonly at: number;
  readonly text: string;
}

/** Splits a text into words, single characters between them, and both ends, which every text has. */
function piecesOf(text: string): Piece[] {
  const words = Array.from(
    text.matchAll(/[\p{L}\p{M}\p{N}]+|\r\n|[^]/gu),
    ({ 0: word, index }) => ({
      at: index,
      text: word,
    }),
  );
  return [{ at: -1, text: "" }, ...words, { at: text.length, text: "" }];
}

function pairsOf(ours: readonly Piece[], theirs: readonly Piece[]): Map<number, number> {
  const shorter = Math.min(ours.length, theirs.length);
  let head = 0;
  while (head < shorter - 1 && ours[head]!.text === theirs[head]!.text) head++;
  let tail = 0;
  while (tail < shorter - head && ours.at(-1 - tail)!.text === theirs.at(-1 - tail)!.text) tail++;
  const pairs = new Map<number, number>();
  for (let at = 0; at < head; at++) pairs.set(at, at);
  for (let at = 1; at <= tail; at++) pairs.set(ours.length - at, theirs.length - at);
  const middle = (pieces: readonly Piece[]): string[] =>
    pieces.slice(head, pieces.length - tail).map(({ text }) => text);
  let [was, is] = [head, head];
  const changes = diffArrays(middle(ours), middle(theirs), { maxEditLength: maxMoved });
  for (const { added, removed, count } of changes ?? []) {
    if (!added && !removed) for (let n = 0; n < count; n++) pairs.set(was + n, is + n);
    if (!added) was += count;
    if (!removed) is += count;
  }
  return pairs;
}
