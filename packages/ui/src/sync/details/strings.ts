import { msg } from "@lingui/core/macro";
import { sentences } from "../../language/sentences.ts";

export const detailStrings = sentences({
  showCarets: msg`Share my cursor`,
  showCaretsBody: msg`See each other's cursors in memos open on several of your devices. The server doesn't store it.`,
});
