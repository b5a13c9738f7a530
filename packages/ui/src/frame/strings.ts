import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const frameStrings = sentences({
  mainNav: msg`Main`,
  thisDevice: msg`This device`,
  newMemo: msg`New memo`,
  newMemoKeys: msg`Ctrl+N`,
  searchKeys: msg`Ctrl+P`,
  search: msg`Search`,
  tags: msg`Tags`,
  filterTags: msg`Filter tags`,
  noTags: msg`Write #tags in your memos and they appear here.`,
  noTagMatches: msg`No tag matches`,
  memoCount: (count: number) => msg`${plural(count, { one: "# memo", other: "# memos" })}`,
  skipToMemos: msg`Skip to memos`,
  skipToComposer: msg`Skip to composer`,
  menu: msg`Menu`,
  closeMenu: msg`Close menu`,
  collapse: msg`Collapse sidebar`,
  expand: msg`Expand sidebar`,
  settings: msg`Settings`,
  shortcuts: msg`Keyboard shortcuts`,
});
