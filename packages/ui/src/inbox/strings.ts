import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const inboxStrings = sentences({
  list: msg({ message: "Messages", context: "inbox" }),
  commentedOn: (who: string, what: string) => msg`${who} commented on “${what}”`,
  commented: (who: string) => msg`${who} commented on your memo`,
  mentioned: (who: string) => msg`${who} mentioned you`,
  mentionedOn: (who: string, what: string) => msg`${who} mentioned you in a comment on “${what}”`,
  shared: (who: string) => msg`${who} made a link to your memo`,
  webhookGone: msg`A webhook stopped: its receiver answered “410 Gone”`,
  /** The name of a row, for screen readers. */
  unreadRow: (what: string, snippet: string, when: string) =>
    msg`Unread: ${what}, ${snippet}, ${when}`,
  readRow: (what: string, snippet: string, when: string) => msg`${what}, ${snippet}, ${when}`,
  /** Where nothing can be said of it, as of a picture. */
  unreadPlainRow: (what: string, when: string) => msg`Unread: ${what}, ${when}`,
  readPlainRow: (what: string, when: string) => msg`${what}, ${when}`,
  markRead: msg`Mark as read`,
  markUnread: msg`Mark as unread`,
  remove: msg({ message: "Remove", context: "inbox" }),
  markAll: msg`Mark all read`,
  markedAll: (count: number) =>
    msg`${plural(count, { one: "# message marked as read", other: "# messages marked as read" })}`,
  removed: msg({ message: "Message removed", context: "inbox" }),
  tooLate: msg`It is too late to bring that message back.`,
  loadedAgo: (when: string) => msg`Not connected. Showing what was loaded ${when}.`,
  unreadCount: (count: number) => msg`${plural(count, { one: "# unread", other: "# unread" })}`,
  allRead: msg`All read`,
  empty: msg`Nobody has written to you`,
  emptyBody: msg`Comments on your memos, and memos that mention you, come here.`,
  loading: msg`Asking the server…`,
  notLoaded: msg`Not loaded yet`,
  notLoadedBody: msg`What others wrote to you comes as soon as the server can be reached.`,
  failed: msg`The inbox could not be read.`,
  retry: msg`Try again`,
  notHere: msg`This memo is not on this device. It comes if you keep what others share here.`,
  notHereYet: msg`This memo is not on this device yet, or is shown to you no more.`,
  follow: msg`Keep what others share`,
});
