import { msg } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

/** What each density is called. */
export const densityWords = sentences({
  comfortable: msg`Comfortable`,
  compact: msg`Compact`,
  line: msg`One line`,
});
