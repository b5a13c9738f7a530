import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

/** Messages about one memo and actions on it. */
export const memoStrings = sentences({
  emptyLine: msg`Empty memo`,
  saved: msg`Saved`,
  pinnedNow: msg`Pinned`,
  unpinnedNow: msg`Unpinned`,
  taskDone: msg`Task done`,
  taskOpen: msg`Task reopened`,
  taskGone: msg`That task was edited or removed. Nothing was changed.`,
  visibilityNow: (label: string) => msg`Visibility: ${label}`,
  visibilityLater: (label: string) =>
    msg`Visibility: ${label}. Nobody else can read it until you connect to a server.`,
  notInSpace: msg`You’re no longer in that space. Choose who can read the memo.`,
  reacted: (type: string) => msg`${type} added`,
  reactionTakenBack: (type: string) => msg`${type} removed`,
  locationSet: msg`Location set`,
  locationRemoved: msg`Location removed`,
  linked: msg`Link added`,
  unlinked: msg`Link removed`,
  archived: msg`Archived`,
  unarchived: msg`Moved to the timeline`,
  movedToTrash: (count: number) =>
    msg`${plural(count, { one: "Moved to trash", other: "# memos moved to trash" })}`,
  restored: msg`Restored`,
  versionRestored: msg`Version restored`,
  readingTaken: msg`Text replaced`,
  readingGone: msg`That text has changed since. Look in the history.`,
  purge: msg`Delete forever`,
  purgeTitle: msg`Delete this memo forever?`,
  purgeBody: msg`The memo and its version history will be deleted. This can’t be undone.`,
  purged: msg`Deleted forever`,
  emptyTrashTitle: (count: number) =>
    msg`${plural(count, { one: "Delete # memo forever?", other: "Delete # memos forever?" })}`,
  emptyTrashBody: msg`This can’t be undone.`,
  trashEmptied: (count: number) =>
    msg`${plural(count, { one: "# memo deleted forever", other: "# memos deleted forever" })}`,
});
