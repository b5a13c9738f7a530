import { msg } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

/** Name of the inbox in links and menus. */
export const frameInboxStrings = sentences({
  inbox: msg({ message: "Inbox", comment: "The place of comments and mentions by others" }),
  /** Read out after "Inbox" and on links to it; `howMany` is the displayed number, such as "3" or "99+". */
  unread: (howMany: string) => msg`${howMany} unread`,
});
