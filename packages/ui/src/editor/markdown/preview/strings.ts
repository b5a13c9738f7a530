import { msg } from "@lingui/core/macro";
import { sentences } from "../../../language/sentences.ts";

export const imageStrings = sentences({
  words: msg({ message: "Alt text", comment: "What is read out in place of a picture" }),
  wordsHelp: msg`What is read out in place of the picture`,
  wordsOf: (words: string) => msg`Alt text: ${words}`,
  widthOf: (words: string) => msg`Width: ${words}`,
  pixels: (width: number) => msg`${width} pixels`,
  resize: msg`Resize. A double click gives the picture its own size again.`,
});
