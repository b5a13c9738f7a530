import { msg } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const noticeStrings = sentences({
  elsewhere: msg`Tidemark is open in another tab`,
  elsewhereBody: msg`Continue there. This tab opens as soon as you close the other one.`,
  outdated: msg`A new version is ready`,
  outdatedBody: msg`A newer version of Tidemark has opened your memos in this browser. Reload to use it.`,
  refused: msg`Tidemark can’t open your memos`,
});
