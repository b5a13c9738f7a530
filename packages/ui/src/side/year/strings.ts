import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../../language/sentences.ts";

export const yearStrings = sentences({
  help: msg`Arrows move by a day or a week, Page Up and Page Down by a month. Enter shows the memos from that day back.`,
  previous: msg`Previous year`,
  next: msg`Next year`,
  close: msg`Close`,
  day: (day: string, count: number) =>
    msg`${plural(count, { 0: "No memos", one: "# memo", other: "# memos" })}, ${day}`,
  sum: (count: number) => msg`${plural(count, { one: "# memo", other: "# memos" })}`,
});
