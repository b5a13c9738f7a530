import { wordsOf } from "./words.ts";

// What PostgreSQL bounds of a `tsvector`: https://www.postgresql.org/docs/current/textsearch-limitations.html

/** Bytes of one word; the next would be refused. */
const maxWordBytes = 2046;
/** The last place that a word may have. */
const maxPlace = 16_383;
/** Places of one word. */
const maxPlacesOfWord = 255;
/** Of a vector, well below the megabyte that it may have. */
const maxVectorBytes = 600_000;

// No word has a blank in it: these stand for what a vector could not hold.

/** It has not all the words. */
export const lacksWords = " ";
/** It has not all the places of its words. */
export const lacksPlaces = "  ";

/** The words of a text and their places, as the text of a `tsvector`. */
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

/** What is searched: each of them words that follow one another, the last word of the last as a start. */
export type Phrases = readonly (readonly string[])[];

/** What FTS5 makes of words between quotation marks: none of what has no letter, and the last as a start. */
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

/** The text of a `tsquery` for phrases; with `unsure` also for vectors that cannot tell. */
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

/** The text of a `tsquery` for vectors that may be hits of a query without having all the words. */
export function unsureQuery(phrases: Phrases): string {
  const hasOrder = phrases.some((phrase) => phrase.length > 1);
  return hasOrder ? `${quoted(lacksWords)} | ${quoted(lacksPlaces)}` : quoted(lacksWords);
}

/** Whether a text has all the phrases. */
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

/** As a word stands in the text of a vector or a query. */
function quoted(word: string): string {
  return `'${word.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}
