import { msg } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const appStrings = sentences({
  locked: msg`This link has already been used. Restart Tidemark to get a new one.`,
  failed: msg`Something went wrong`,
  failedBody: msg`Your text is saved. Reload to continue.`,
  nowhere: msg`Page not found`,
  reload: msg`Reload`,
});
