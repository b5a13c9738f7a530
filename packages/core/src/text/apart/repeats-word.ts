import { words } from "../tokens/word-pattern.ts";

/** Returns true if a merged text has a word more often than each of the texts that it can come from. */
export function repeatsWord(merged: string, texts: readonly string[]): boolean {
  const known = texts.map(countWords);
  return [...countWords(merged)].some(([word, count]) =>
    known.every((counts) => (counts.get(word) ?? 0) < count),
  );
}

function countWords(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text.matchAll(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
