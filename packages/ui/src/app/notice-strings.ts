import { msg } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const noticeStrings = sentences({
  elsewhere: msg`Another version of Tidemark is open`,
  elsewhereBody: msg`Close its tabs, or reload them. Then this one opens.`,
  outdated: msg`A new version is ready`,
  outdatedBody: msg`A newer version of Tidemark has opened your memos in this browser. Reload to use it.`,
  refused: msg`Tidemark can’t open your memos`,
});
