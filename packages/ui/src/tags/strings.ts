import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

/** Labels for tags outside the dialog, whose strings are in `manager/strings.ts`. */
export const tagsStrings = sentences({
  title: msg`Tags`,
  manage: msg`Manage tags…`,
  filter: msg`Filter tags`,
  none: msg`Write #tags in your memos and they appear here.`,
  noMatch: msg`No matching tags`,
  memoCount: (count: number) => msg`${plural(count, { one: "# memo", other: "# memos" })}`,
  andUnder: (tag: string) => msg`#${tag} and subtags`,
  only: (tag: string) => msg`Only #${tag}`,
  withUnder: (tag: string) => msg`Include subtags of #${tag}`,
  blurred: msg`Blurred memo`,
  blurredFile: msg`File of a blurred memo`,
  reveal: msg`Show this memo`,
});
