import { msg } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const othersStrings = sentences({
  /** What is read out for the way to the inbox; how many as it is shown: "3", "99+". */
  unread: (inbox: string, howMany: string) => msg`${inbox}, ${howMany} unread`,
});
