import { msg } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const noticeStrings = sentences({
  elsewhere: msg`Tidemark is open in another tab`,
  elsewhereBody: msg`Continue there. This tab opens as soon as you close the other one.`,
  refused: msg`Tidemark can’t open your memos`,
});
