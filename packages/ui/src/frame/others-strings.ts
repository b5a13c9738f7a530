import { msg } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const othersStrings = sentences({
  /** Read out behind "Inbox"; how many as it is shown: "3", "99+". */
  unread: (howMany: string) => msg`${howMany} unread`,
});
