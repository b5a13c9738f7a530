import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

/** Labels of the search field and of the dialog for going to a date. */
export const searchStrings = sentences({
  label: msg`Search memos`,
  placeholder: msg`Search`,
  clear: msg`Clear search`,
  goToDate: msg`Go to date`,
  goToDateBody: msg`Shows memos from that day and earlier.`,
  date: msg`Date`,
  go: msg`Go`,
  cancel: msg`Cancel`,
});

/** Labels and messages for search results, scopes and tips. */
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
  unknown: (word: string) => msg`Unknown search term ${word}.`,
  unfinished: (word: string) => msg`${word} is incomplete.`,
  useInstead: (suggestion: string) => msg`Use ${suggestion} instead?`,
  leftOut: msg`Ignored for now.`,
  narrow: msg`Search tips`,
  help: msg`Search help`,
  recent: msg`Recent`,
  removeRecent: (search: string) => msg`Remove “${search}” from recent searches`,
  clearRecent: msg`Clear recent searches`,
  operators: {
    tag: msg`tag and its subtags`,
    open: msg`unticked tasks`,
    has: msg`or task, code, place`,
    pinned: msg`or public, private, space`,
    after: msg`or before:, edited:, a date`,
    phrase: msg`exact phrase`,
    without: msg`exclude a word`,
    cel: msg`filter expression`,
  },
  exampleTag: msg({ message: "#tag/*", comment: "An example of a tag; # and /* stay" }),
  examplePhrase: msg`"two words"`,
  exampleWithout: msg`-word`,
  nothing: msg`No matching memos`,
  leavesNothing: (words: string) => msg`No results for “${words}”.`,
  leavesNothingHere: (words: string) => msg`No results for “${words}” here.`,
  partLeavesNothing: (part: string) => msg`No results with “${part}”.`,
  everywhere: msg`Search everywhere`,
  without: (part: string) => msg`Search without “${part}”`,
  clearIt: msg({ message: "Clear", context: "search" }),
});
