import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const sideStrings = sentences({
  label: msg`Days`,
  previousMonth: msg`Previous month`,
  showYear: (month: string) => msg`${month}, show the year`,
  nextMonth: msg`Next month`,
  onThisDay: msg`On this day`,
  memosOn: (day: string, count: number) =>
    msg`${day}, ${plural(count, { one: "# memo", other: "# memos" })}`,
});
