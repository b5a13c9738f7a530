import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const paletteStrings = sentences({
  title: msg`Go to`,
  placeholder: msg`Go to a memo`,
  recent: msg`Recent`,
  memos: msg`Memos`,
  commands: msg`Commands`,
  tags: msg`Tags`,
  views: msg`Views`,
  help: msg`Keyboard shortcuts`,
  helpKeys: msg`keys`,
  helpCommands: msg`commands`,
  helpTags: msg`tags`,
  helpViews: msg`views`,
  open: msg`Open`,
  inPanel: msg`In side panel`,
  inPanelKeys: msg`Ctrl ↵`,
  narrowKeys: msg({ message: "Tab", context: "key" }),
  narrow: msg`Narrow`,
  memoCount: (count: number) => msg`${plural(count, { one: "# memo", other: "# memos" })}`,
  archived: msg`archived`,
  searchFor: (words: string) => msg`Search everywhere for “${words}”`,
  nothing: msg`No results.`,
  density: (density: string) => msg`Density: ${density}`,
  theme: (theme: string) => msg`Theme: ${theme}`,
  search: msg`Search memos`,
});
