import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../../language/sentences.ts";

export const yearStrings = sentences({
  help: msg`Arrow keys move by day or week, Page Up and Page Down by month. Enter shows memos from that day and earlier.`,
  previous: msg`Previous year`,
  next: msg`Next year`,
  close: msg`Close`,
  day: (day: string, count: number) =>
    msg`${plural(count, { 0: "No memos", one: "# memo", other: "# memos" })}, ${day}`,
  sum: (count: number) => msg`${plural(count, { one: "# memo", other: "# memos" })}`,
});
