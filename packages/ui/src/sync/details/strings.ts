import { msg } from "@lingui/core/macro";
import { sentences } from "../../language/sentences.ts";

export const detailStrings = sentences({
  showCarets: msg`Share my cursor`,
  showCaretsBody: msg`Shows your cursor on your other devices, and theirs here, when the same memo is open. The server doesn’t store it.`,
});
