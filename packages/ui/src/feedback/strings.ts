import { msg } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const feedbackStrings = sentences({
  undo: msg`Undo`,
  undone: msg`Undone`,
  dismiss: msg`Dismiss`,
  cancel: msg`Cancel`,
  copied: msg`Copied`,
  copyFailed: msg`Couldn’t copy the text.`,
});
