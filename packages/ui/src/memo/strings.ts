import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

/** What is said of a memo, and of what was done to it. */
export const memoStrings = sentences({
  emptyLine: msg`Empty memo`,
  saved: msg`Saved`,
  pinnedNow: msg`Pinned`,
  unpinnedNow: msg`Unpinned`,
  taskDone: msg`Task done`,
  taskOpen: msg`Task open again`,
  taskGone: msg`That task is not in the memo any more, or says something else. Nothing was changed.`,
  visibilityNow: (label: string) => msg`Visibility: ${label}`,
  visibilityLater: (label: string) =>
    msg`Visibility: ${label}. Nobody else can read it before you connect a server.`,
  notInSpace: msg`You are not in that space any more: choose who may read the memo.`,
  reacted: (type: string) => msg`${type} added`,
  reactionTakenBack: (type: string) => msg`${type} taken back`,
  locationSet: msg`Location set`,
  locationRemoved: msg`Location removed`,
  linked: msg`Link added`,
  unlinked: msg`Link removed`,
  archived: msg`Archived`,
  unarchived: msg`Moved back to the timeline`,
  movedToTrash: (count: number) =>
    msg`${plural(count, { one: "Moved to trash", other: "# memos moved to trash" })}`,
  restored: msg`Restored`,
  versionRestored: msg`The older version is back`,
  purge: msg`Delete forever`,
  purgeTitle: msg`Delete this memo forever?`,
  purgeBody: msg`1 memo is removed with its history. This cannot be undone.`,
  purged: msg`Deleted forever`,
  emptyTrashTitle: (count: number) =>
    msg`${plural(count, { one: "Delete # memo forever?", other: "Delete # memos forever?" })}`,
  emptyTrashBody: msg`The trash is emptied. This cannot be undone.`,
  trashEmptied: (count: number) =>
    msg`${plural(count, { one: "# memo deleted forever", other: "# memos deleted forever" })}`,
});
