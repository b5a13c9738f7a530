import { msg } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const feedbackStrings = sentences({
  undo: msg`Undo`,
  dismiss: msg`Dismiss`,
  cancel: msg`Cancel`,
});
