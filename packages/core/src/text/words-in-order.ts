import { addMergeWork } from "./work-done.ts";

/** Positions of each word of a text among its words, ascending. */
export interface WordPlaces {
  readonly count: number;
  readonly places: ReadonlyMap<string, readonly number[]>;
}

export function wordsOf(text: string): string[] {
  const words = text.match(/\S+/g) ?? [];
  addMergeWork(words.length);
  return words;
}

export function placesOf(words: readonly string[]): WordPlaces {
  const places = new Map<string, number[]>();
  for (const [at, word] of words.entries()) {
    const known = places.get(word);
    if (known === undefined) places.set(word, [at]);
    else known.push(at);
  }
  return { count: words.length, places };
}

/** Returns true if the words occur in the text in order. Returns false for no words. */
export function isWithin(words: readonly string[], { count, places }: WordPlaces): boolean {
  if (words.length === 0 || words.length > count) return false;
  let last = -1;
  for (const word of words) {
    const next = firstBehind(places.get(word) ?? [], last);
    if (next === undefined) return false;
    last = next;
  }
  return true;
}

function firstBehind(places: readonly number[], last: number): number | undefined {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((places[middle] ?? 0) <= last) low = middle + 1;
    else high = middle;
  }
  return places[low];
}
