import { msg } from "@lingui/core/macro";
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
