import { msg } from "@lingui/core/macro";
import { sentences } from "../../language/sentences.ts";

/** Sentences about uploads, which the page's first chunk contains. */
export const uploadStrings = sentences({
  attach: msg`Attach files`,
  attached: (filename: string) => msg`${filename} attached`,
  tooLarge: (limit: string) => msg`Too large (limit ${limit}).`,
  unsent: msg`Couldn’t attach the file. Try again.`,
  notAllAttached: msg`Not saved, because a file couldn’t be attached.`,
});
