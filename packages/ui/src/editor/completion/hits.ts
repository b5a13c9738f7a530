/** The words of what was typed, each once. */
export function wordsOf(typed: string): string[] {
  return [...new Set(typed.split(/\s+/).filter((word) => word !== ""))];
}

/** Where words stand in a text, in order, none inside another. */
export function findHits(text: string, words: readonly string[]): [from: number, to: number][] {
  if (words.length === 0) return [];
  const longestFirst = words.toSorted((a, b) => b.length - a.length);
  const pattern = longestFirst.map(escapePattern).join("|");
  return [...text.matchAll(new RegExp(pattern, "giu"))].map(({ index, 0: found }) => [
    index,
    index + found.length,
  ]);
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

const before = 24;
const after = 80;

/** The text around the first hit, in pieces of which every other one is a hit; null: there is none. */
export function excerptOf(text: string, words: readonly string[]): string[] | null {
  const plain = text.replaceAll(/\s+/g, " ");
  const [first] = findHits(plain, words);
  if (first === undefined) return null;
  const start = first[0] <= before ? 0 : plain.indexOf(" ", first[0] - before) + 1;
  const from = start === 0 || start > first[0] ? Math.max(0, first[0] - before) : start;
  const piece = (from > 0 ? "…" : "") + plain.slice(from, first[1] + after);
  const pieces: string[] = [];
  let end = 0;
  for (const [at, to] of findHits(piece, words)) {
    pieces.push(piece.slice(end, at), piece.slice(at, to));
    end = to;
  }
  return [...pieces, piece.slice(end)];
}
