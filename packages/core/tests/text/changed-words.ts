import { fc } from "@fast-check/vitest";

/** Changes of a text: positions of words to insert, and of words to remove. */
export const wordChanges = fc.array(fc.tuple(fc.nat(7), fc.boolean()), {
  minLength: 1,
  maxLength: 3,
});

type WordChanger = (
  words: readonly string[],
  made: readonly (readonly [number, boolean])[],
) => string[];

/** Returns a function that changes a list of words. Each inserted word is new. */
export function wordChanger(): WordChanger {
  let count = 0;
  return (words, made) => {
    const result = [...words];
    for (const [place, isRemoval] of made) {
      const at = place % (result.length + 1);
      if (isRemoval) result.splice(at, 1);
      else result.splice(at, 0, `${"abcdefghijklmnopqrstuvwxyz"[(count += 1)]}${count}`.repeat(2));
    }
    return result;
  };
}

/** Returns a text of words. */
export const wordsToText = (words: readonly string[]): string =>
  words.map((each) => `${each} `).join("");

/** Returns the words of a text, also where the spaces between two of them were removed. */
export const wordsInText = (text: string): string[] => text.match(/([a-z]\d+)\1/g) ?? [];
