import { msg } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const timeStrings = sentences({
  today: msg`Today`,
  yesterday: msg`Yesterday`,
  todayInside: msg({ message: "today", context: "inside a sentence" }),
  yesterdayInside: msg({ message: "yesterday", context: "inside a sentence" }),
});
