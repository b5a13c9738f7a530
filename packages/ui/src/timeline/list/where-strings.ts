import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../../language/sentences.ts";

export const whereStrings = sentences({
  savedElsewhere: msg`Saved to the timeline`,
  leftList: (count: number) =>
    msg`${plural(count, { one: "No longer in this list", other: "# memos are no longer in this list" })}`,
  show: msg({ message: "Show", comment: "Opens the memo that a message is about" }),
});
