/** What is said of a memo, and of what was done to it. */
export const memoStrings = {
  emptyLine: "Empty memo",
  saved: "Saved",
  copied: "Copied",
  copyFailed: "The text could not be copied.",
  pinnedNow: "Pinned",
  unpinnedNow: "Unpinned",
  archived: "Archived",
  unarchived: "Moved back to the timeline",
  movedToTrash: (count: number) =>
    count === 1 ? "Moved to trash" : `${count} memos moved to trash`,
  restored: "Restored",
  versionRestored: "The older version is back",
  purge: "Delete forever",
  purgeTitle: "Delete this memo forever?",
  purgeBody: "1 memo is removed with its history. This cannot be undone.",
  purged: "Deleted forever",
} as const;
