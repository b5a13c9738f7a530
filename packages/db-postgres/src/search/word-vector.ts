import { wordsOf } from "./words.ts";

// Limits of a `tsvector` in PostgreSQL: https://www.postgresql.org/docs/current/textsearch-limitations.html

/** Maximum size of one word in bytes; one more is rejected. */
const maxWordBytes = 2046;
/** Highest position of a word. */
const maxPlace = 16_383;
/** Maximum number of positions of one word. */
const maxPlacesOfWord = 255;
/** Maximum size of a vector in bytes, well below PostgreSQL's limit of a megabyte. */
const maxVectorBytes = 600_000;

// Words contain no space, so these mark vectors that exceeded a limit.

/** Marks a vector that lacks some words. */
export const lacksWords = " ";
/** Marks a vector that lacks some positions of its words. */
export const lacksPlaces = "  ";

/** Returns the words of a text and their positions, as the text of a `tsvector`. */
export function wordVector(text: string): string {
  const places = new Map<string, number[]>();
  const lacks = new Set<string>();
  let bytes = 0;
  for (const [index, word] of wordsOf(text).entries()) {
    const known = places.get(word);
    const ofWord = known ?? [];
    if (known === undefined) {
      const wordBytes = Buffer.byteLength(word);
      if (wordBytes > maxWordBytes || bytes + wordBytes > maxVectorBytes) {
        lacks.add(lacksWords);
        continue;
      }
      bytes += wordBytes + 8;
      places.set(word, ofWord);
    }
    if (index >= maxPlace || ofWord.length >= maxPlacesOfWord || bytes > maxVectorBytes) {
      lacks.add(lacksPlaces);
      continue;
    }
    bytes += 2;
    ofWord.push(index + 1);
  }
  for (const lack of lacks) places.set(lack, []);
  return [...places]
    .map(([word, at]) => (at.length === 0 ? quoted(word) : `${quoted(word)}:${at.join()}`))
    .join(" ");
}

/** Phrases to search for: each is a sequence of words; the last word of the last may be a prefix. */
export type Phrases = readonly (readonly string[])[];

/** Parses quoted words as FTS5 does: drops those without letters, and takes the last one as a prefix. */
export function phrasesOf(words: readonly string[]): {
  readonly phrases: Phrases;
  readonly isStart: boolean;
} {
  const each = words.map(wordsOf);
  return {
    phrases: each.filter((phrase) => phrase.length > 0),
    isStart: (each.at(-1)?.length ?? 0) > 0,
  };
}

/** Returns the text of a `tsquery` for phrases, which also matches vectors that lack words or positions. */
export function wordQuery(phrases: Phrases, isStart: boolean): string {
  const each = phrases.map((phrase, at) => {
    const isLast = at === phrases.length - 1 && isStart;
    const words = phrase.map((word, index) =>
      Buffer.byteLength(word) > maxWordBytes
        ? quoted(lacksWords)
        : `${quoted(word)}${isLast && index === phrase.length - 1 ? ":*" : ""}`,
    );
    const inOrder = words.join(" <-> ");
    if (words.length === 1) return inOrder;
    return `((${inOrder}) | ((${words.join(" & ")}) & ${quoted(lacksPlaces)}))`;
  });
  return `(${each.join(" & ")}) | ${quoted(lacksWords)}`;
}

/** Returns the text of a `tsquery` for vectors that may be hits although they lack words or positions. */
export function unsureQuery(phrases: Phrases): string {
  const hasOrder = phrases.some((phrase) => phrase.length > 1);
  return hasOrder ? `${quoted(lacksWords)} | ${quoted(lacksPlaces)}` : quoted(lacksWords);
}

/** Returns whether a text has all the phrases. */
export function hasPhrases(text: string, phrases: Phrases, isStart: boolean): boolean {
  const words = wordsOf(text);
  return phrases.every((phrase, at) => {
    const isLast = at === phrases.length - 1 && isStart;
    return words.some((_, from) =>
      phrase.every((word, index) => {
        const found = words[from + index];
        if (found === undefined) return false;
        return isLast && index === phrase.length - 1 ? found.startsWith(word) : found === word;
      }),
    );
  });
}

/** Quotes a word for the text of a vector or a query. */
function quoted(word: string): string {
  return `'${word.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}
