import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const taskStrings = sentences({
  list: msg`Open tasks`,
  summary: (tasks: number, memos: number) =>
    msg`${plural(tasks, { one: "# open", other: "# open" })} in ${plural(memos, { one: "# memo", other: "# memos" })}`,
  open: (count: number) => msg`${plural(count, { one: "# open", other: "# open" })}`,
  groupedBy: msg`Group tasks`,
  byMemo: msg`By memo`,
  byTag: msg`By tag`,
  withoutTag: msg`Without a tag`,
  moreInMemo: (count: number) =>
    msg`${plural(count, { one: "# more in the memo", other: "# more in the memo" })}`,
  numbered: (number: number) => msg`Task ${number}`,
});
