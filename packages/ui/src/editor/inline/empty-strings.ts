import { msg } from "@lingui/core/macro";
import { sentences } from "../../language/sentences.ts";

export const emptyStrings = sentences({
  leftEmpty: msg`This memo is now empty.`,
  trash: msg`Move to trash`,
});
