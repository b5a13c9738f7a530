import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const printStrings = sentences({
  preparing: msg`Preparing what is printed…`,
  printedOn: (moment: string) => msg`Printed ${moment}`,
  memoCount: (count: number) => msg`${plural(count, { one: "# memo", other: "# memos" })}`,
  onlyFirst: (count: number) =>
    msg`${plural(count, { one: "The first memo is printed.", other: "The first # memos are printed." })}`,
  files: msg`Files`,
});
