import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const inboxStrings = sentences({
  list: msg({ message: "Messages", context: "inbox" }),
  commentedOn: (who: string, what: string) => msg`${who} commented on “${what}”`,
  commented: (who: string) => msg`${who} commented on your memo`,
  mentioned: (who: string) => msg`${who} mentioned you`,
  mentionedOn: (who: string, what: string) => msg`${who} mentioned you in a comment on “${what}”`,
  shared: (who: string) => msg`${who} created a share link to your memo`,
  webhookGone: msg`A webhook stopped: the receiver returned “410 Gone”`,
  /** Accessible name of a row. */
  unreadRow: (what: string, snippet: string, when: string) =>
    msg`Unread: ${what}, ${snippet}, ${when}`,
  readRow: (what: string, snippet: string, when: string) => msg`${what}, ${snippet}, ${when}`,
  /** Accessible name of a row without a snippet, such as one about an image. */
  unreadPlainRow: (what: string, when: string) => msg`Unread: ${what}, ${when}`,
  readPlainRow: (what: string, when: string) => msg`${what}, ${when}`,
  markRead: msg`Mark as read`,
  markUnread: msg`Mark as unread`,
  remove: msg({ message: "Remove", context: "inbox" }),
  markAll: msg`Mark all as read`,
  markedAll: (count: number) =>
    msg`${plural(count, { one: "# message marked as read", other: "# messages marked as read" })}`,
  removed: msg({ message: "Message removed", context: "inbox" }),
  tooLate: msg`It’s too late to restore that message.`,
  loadedAgo: (when: string) => msg`Not connected. Last updated ${when}.`,
  unreadCount: (count: number) => msg`${plural(count, { one: "# unread", other: "# unread" })}`,
  allRead: msg`All read`,
  empty: msg`No messages yet`,
  emptyBody: msg`Comments on your memos and mentions of you appear here.`,
  loading: msg`Contacting the server…`,
  notLoaded: msg`Not loaded yet`,
  notLoadedBody: msg`Messages load when the server is reachable.`,
  failed: msg`Couldn’t load the inbox.`,
  retry: msg`Try again`,
  notHere: msg`This memo isn’t on this device. To see it, keep shared memos offline.`,
  notHereYet: msg`This memo isn’t on this device yet, or is no longer shared with you.`,
  follow: msg`Keep offline`,
});
