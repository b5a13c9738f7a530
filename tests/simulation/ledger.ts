import { countWords, wordOf, wordsIn } from "./words.ts";

interface WordFate {
  readonly memo: string;
  /** Set once the server has committed it. */
  wasOnServer: boolean;
  /** Set once a server has committed it, also if the server was restored to before. */
  wasSent: boolean;
  /** Set once a user tried to remove it. */
  wasRemoved: boolean;
  /** Set when its only copy was lost with a database or a purge. */
  isLost: boolean;
  /** Set if it may occur twice, such as after an earlier text was restored. */
  isRepeated: boolean;
}

/** Record of every written word: none may be lost or duplicated. */
export interface Ledger {
  added(memo: string, numbers: readonly number[]): void;
  removed(words: readonly string[]): void;
  repeated(words: readonly string[]): void;
  /** Returns the words that a text contains more than once though they were written once. */
  doubled(text: string): string[];
  /** Records that the server has a text. */
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
          wasSent: false,
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
        if (fate === undefined) continue;
        fate.wasOnServer = true;
        fate.wasSent = true;
      }
    },
    fates: () => fates,
    fate: (word) => fates.get(word),
  };
}
