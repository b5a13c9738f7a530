import { msg } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const phoneStrings = sentences({
  /** Short for “New memo”, under an icon. */
  new: msg({ message: "New", context: "memo" }),
  newMemo: msg`New memo`,
  continueDraft: msg`New memo, has a draft`,
  close: msg`Close`,
  saved: msg`Memo saved`,
  open: msg`Open`,
  release: msg`Release to sync`,
  pulled: msg`Syncing…`,
});
