import { msg } from "@lingui/core/macro";
import { sentences } from "../../language/sentences.ts";

export const detailStrings = sentences({
  showCarets: msg`Show others where I type`,
  showCaretsBody: msg`Your other devices see your caret in a memo that you both have open, and you see theirs. The server passes it on and keeps nothing of it.`,
});
