import { msg } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

/** Names of the densities. */
export const densityWords = sentences({
  comfortable: msg`Comfortable`,
  compact: msg`Compact`,
  line: msg`One line`,
});
