import { englishMenuWords, type MenuWords } from "@tidemark/ui/native-menu";
import { z } from "zod";

/** Upper bounds for a word and a sentence in any language, in UTF-16 units. */
const longest = { word: 100, sentence: 400 };

function textLike(english: string): z.ZodString {
  return z
    .string()
    .min(1)
    .max(/[.?]$/.test(english) ? longest.sentence : longest.word);
}

/** Schema of the words that a page sends for the native menu and its dialogs. */
export const menuWordsSchema = z.object(
  // Has an entry for each word.
  Object.fromEntries(
    Object.entries(englishMenuWords).map(([name, english]) => [name, textLike(english)]),
  ) as Record<keyof MenuWords, z.ZodString>,
);
