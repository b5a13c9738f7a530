import { englishMenuWords, type MenuWords } from "@tidemark/ui/native-menu";
import { z } from "zod";

/** More than a word in any language, and more than a sentence. */
const longest = { word: 100, sentence: 400 };

function textLike(english: string): z.ZodString {
  return z
    .string()
    .min(1)
    .max(/[.?]$/.test(english) ? longest.sentence : longest.word);
}

/** The words that a page sends for the native menu and its dialogs. */
export const menuWordsSchema = z.object(
  // Each word has its entry.
  Object.fromEntries(
    Object.entries(englishMenuWords).map(([name, english]) => [name, textLike(english)]),
  ) as Record<keyof MenuWords, z.ZodString>,
);
