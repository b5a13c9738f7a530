import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const printStrings = sentences({
  preparing: msg`Preparing to print…`,
  printedOn: (moment: string) => msg`Printed ${moment}`,
  memoCount: (count: number) => msg`${plural(count, { one: "# memo", other: "# memos" })}`,
  onlyFirst: (count: number) =>
    msg`${plural(count, { one: "Only the first memo is printed.", other: "Only the first # memos are printed." })}`,
  files: msg`Files`,
});
