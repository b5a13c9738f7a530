import { countWords, wordOf, wordsIn } from "./words.ts";

interface WordFate {
  readonly memo: string;
  /** Part of what the server has committed at some time. */
  wasOnServer: boolean;
  /** Somebody tried to take it out. */
  wasRemoved: boolean;
  /** Went with a database that nobody else had a copy of, or with a purge. */
  isLost: boolean;
  /** Written more than once: an earlier text was brought back. */
  isRepeated: boolean;
}

/** What became of every word that was written: nobody may lose one, nor have it twice. */
export interface Ledger {
  added(memo: string, numbers: readonly number[]): void;
  removed(words: readonly string[]): void;
  repeated(words: readonly string[]): void;
  /** The words that a text has more than once, though they were written once. */
  doubled(text: string): string[];
  /** Takes note of a text that the server holds. */
  onServer(text: string): void;
  fates(): ReadonlyMap<string, WordFate>;
  fate(word: string): WordFate | undefined;
}

export function createLedger(): Ledger {
  const fates = new Map<string, WordFate>();
  return {
    added(memo, numbers) {
      for (const number of numbers) {
        fates.set(wordOf(number), {
          memo,
          wasOnServer: false,
          wasRemoved: false,
          isLost: false,
          isRepeated: false,
        });
      }
    },
    removed(words) {
      for (const word of words) {
        const fate = fates.get(word);
        if (fate !== undefined) fate.wasRemoved = true;
      }
    },
    repeated(words) {
      for (const word of words) {
        const fate = fates.get(word);
        if (fate !== undefined) fate.isRepeated = true;
      }
    },
    doubled: (text) =>
      [...countWords(text)]
        .filter(([word, count]) => count > 1 && fates.get(word)?.isRepeated !== true)
        .map(([word]) => word),
    onServer(text) {
      for (const word of wordsIn(text)) {
        const fate = fates.get(word);
        if (fate !== undefined) fate.wasOnServer = true;
      }
    },
    fates: () => fates,
    fate: (word) => fates.get(word),
  };
}
