import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

/** What the field itself says, and the way to a day. */
export const searchStrings = sentences({
  label: msg`Search memos`,
  placeholder: msg`Search`,
  clear: msg`Clear search`,
  goToDate: msg`Go to date`,
  goToDateBody: msg`Shows what you wrote on that day, and before it.`,
  date: msg`Date`,
  go: msg`Go`,
  cancel: msg`Cancel`,
  /** What the parser found, in its own words. */
  at: (column: number, problem: string) => msg`At character ${column}: ${problem}`,
});

/** What is said of a search while it stands, and of how one searches. */
export const findingStrings = sentences({
  where: msg`Where to search`,
  scopes: {
    all: msg({ message: "All", context: "where to search" }),
    view: msg({ message: "This view", context: "where to search" }),
    archive: msg({ message: "Archive", context: "where to search" }),
    trash: msg({ message: "Trash", context: "where to search" }),
    comments: msg({ message: "Comments", context: "where to search" }),
  },
  found: (count: number, said: string) =>
    msg`${plural(count, { one: `${said} memo`, other: `${said} memos` })}`,
  foundMore: (said: string) => msg`${said}+ memos`,
  foundMany: msg`Many memos`,
  searching: msg`Searching…`,
  waiting: msg`Waiting for the app…`,
  inComment: msg`in a comment`,
  archived: msg`archived`,
  tasksDone: (done: string, all: string) => msg`${done} of ${all}`,
  files: (count: number) => msg`${plural(count, { one: "# file", other: "# files" })}`,
  unknown: (word: string) => msg`There is no ${word}.`,
  unfinished: (word: string) => msg`${word} is not complete.`,
  useInstead: (suggestion: string) => msg`Use ${suggestion} instead?`,
  leftOut: msg`Until then it is left out.`,
  narrow: msg`Narrow down`,
  help: msg`Search help`,
  recent: msg`Recent`,
  removeRecent: (search: string) => msg`Remove “${search}” from the recent searches`,
  clearRecent: msg`Clear recent searches`,
  operators: {
    tag: msg`the tag and all under it`,
    open: msg`unticked tasks`,
    has: msg`also task, code, place`,
    pinned: msg`also public, private, space`,
    after: msg`also before, edited; or a date`,
    phrase: msg`exactly so`,
    without: msg`without it`,
    cel: msg`a filter in CEL`,
  },
  exampleTag: msg({ message: "#tag/*", comment: "An example of a tag; # and /* stay" }),
  examplePhrase: msg`"two words"`,
  exampleWithout: msg`-word`,
  nothing: msg`No memo matches`,
  leavesNothing: (words: string) => msg`“${words}” leaves nothing.`,
  leavesNothingHere: (words: string) => msg`“${words}” leaves nothing here.`,
  partLeavesNothing: (part: string) => msg`“${part}” leaves nothing; without it there are memos.`,
  everywhere: msg`Search everywhere`,
  without: (part: string) => msg`Search without “${part}”`,
  clearIt: msg({ message: "Clear", context: "search" }),
});
