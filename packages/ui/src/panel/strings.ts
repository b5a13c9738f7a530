import { msg } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const panelStrings = sentences({
  label: msg`Memo in side panel`,
  close: msg`Close panel`,
});
