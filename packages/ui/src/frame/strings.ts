import { msg } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const frameStrings = sentences({
  mainNav: msg`Main`,
  thisDevice: msg`This device`,
  newMemo: msg`New memo`,
  newMemoKeys: msg`Ctrl+N`,
  searchKeys: msg`Ctrl+P`,
  search: msg`Search`,
  skipToMemos: msg`Skip to memos`,
  skipToComposer: msg`Skip to composer`,
  menu: msg`Menu`,
  closeMenu: msg`Close menu`,
  collapse: msg`Collapse sidebar`,
  expand: msg`Expand sidebar`,
  settings: msg`Settings`,
  shortcuts: msg`Keyboard shortcuts`,
});
