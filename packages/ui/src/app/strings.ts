import { msg } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const appStrings = sentences({
  locked: msg`This address has been used, or is of an earlier start. Start Tidemark again on the same folder: it prints a fresh one.`,
  failed: msg`This window could not go on`,
  failedBody: msg`What you wrote is kept. Load the window again to continue.`,
  nowhere: msg`There is nothing at this address`,
  reload: msg`Load again`,
});
