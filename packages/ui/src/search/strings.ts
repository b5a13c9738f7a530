import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const searchStrings = sentences({
  label: msg`Search memos`,
  placeholder: msg`Search`,
  clear: msg`Clear search`,
  goToDate: msg`Go to date`,
  goToDateBody: msg`Shows what you wrote on that day, and before it.`,
  date: msg`Date`,
  go: msg`Go`,
  cancel: msg`Cancel`,
  hint: msg`Words, #tags, is:pinned, has:open, after:7d, or CEL after =`,
  matches: (count: number) => msg`${plural(count, { one: "# match", other: "# matches" })}`,
  matchesAtLeast: (count: number) => msg`${plural(count, { other: "#+ matches" })}`,
  /** What the parser found, in its own words. */
  at: (column: number, problem: string) => msg`At character ${column}: ${problem}`,
});
