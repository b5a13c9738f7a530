import { msg } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

/** What the inbox is called where one goes to it. */
export const frameInboxStrings = sentences({
  inbox: msg({ message: "Inbox", comment: "The place of comments and mentions by others" }),
  /** Read out behind "Inbox", and of what leads there; how many as it is shown: "3", "99+". */
  unread: (howMany: string) => msg`${howMany} unread`,
});
