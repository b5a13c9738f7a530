import { msg } from "@lingui/core/macro";
import { sentences } from "../../language/sentences.ts";

export const pasteStrings = sentences({
  partial: msg`Some pictures or other content couldn’t be pasted.`,
  tooLarge: msg`The page is too large, so only its text was pasted.`,
  asPlain: msg`Paste as plain text`,
});
