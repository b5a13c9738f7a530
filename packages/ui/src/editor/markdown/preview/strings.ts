import { msg } from "@lingui/core/macro";
import { sentences } from "../../../language/sentences.ts";

export const imageStrings = sentences({
  words: msg({ message: "Alt text", comment: "What is read out in place of a picture" }),
  wordsHelp: msg`Describes the image for screen readers`,
  wordsOf: (words: string) => msg`Alt text: ${words}`,
  widthOf: (words: string) => msg`Width: ${words}`,
  pixels: (width: number) => msg`${width} pixels`,
  resize: msg`Resize. Double-click to reset.`,
});
