import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

/** What stands around tags on every screen; what the dialog says is in `manager/strings.ts`. */
export const tagsStrings = sentences({
  title: msg`Tags`,
  manage: msg`Manage tags…`,
  filter: msg`Filter tags`,
  none: msg`Write #tags in your memos and they appear here.`,
  noMatch: msg`No tag matches`,
  memoCount: (count: number) => msg`${plural(count, { one: "# memo", other: "# memos" })}`,
  andUnder: (tag: string) => msg`#${tag} and under it`,
  only: (tag: string) => msg`Only #${tag}`,
  withUnder: (tag: string) => msg`With what is under #${tag}`,
  blurred: msg`Blurred memo`,
  reveal: msg`Show this memo`,
});
