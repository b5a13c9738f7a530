export const timelineStrings = {
  feed: "Memos",
  today: "Today",
  yesterday: "Yesterday",
  pinned: "Pinned",
  by: "By",
  showPinned: "Show pinned memos",
  hidePinned: "Hide pinned memos",
  emptyLine: "Empty memo",
  edited: "edited",
  editedAt: (time: string) => `Edited ${time}`,
  notSynced: "Not synced yet",
  merged: "Merged with changes from another device.",
  viewChanges: "View changes",
  history: "History",
  versionRestored: "The older version is back",
  edit: "Edit",
  pin: "Pin",
  unpin: "Unpin",
  archive: "Archive",
  unarchive: "Unarchive",
  trash: "Move to trash",
  restore: "Restore",
  purge: "Delete forever",
  more: "More actions",
  showMore: "Show more",
  showLess: "Show less",
  copyText: "Copy text",
  copyMarkdown: "Copy Markdown",
  copied: "Copied",
  copyFailed: "The text could not be copied.",
  memoActions: "Memo actions",
  loadMoreFailed: "The next memos could not be read.",
  retry: "Try again",
  saved: "Saved",
  movedToTrash: (count: number) =>
    count === 1 ? "Moved to trash" : `${count} memos moved to trash`,
  archived: "Archived",
  unarchived: "Moved back to the timeline",
  restored: "Restored",
  purged: "Deleted forever",
  purgeTitle: "Delete this memo forever?",
  purgeBody: "1 memo is removed with its history. This cannot be undone.",
  pinnedNow: "Pinned",
  unpinnedNow: "Unpinned",
  deletedAt: (day: string) => `Deleted ${day}`,
  views: {
    timeline: { title: "Timeline", empty: "Nothing here yet" },
    tasks: { title: "Tasks", empty: "No open tasks" },
    archive: { title: "Archive", empty: "Nothing archived" },
    trash: { title: "Trash", empty: "Trash is empty" },
  },
  emptyBody: {
    timeline: "Your memos are kept on this device.",
    tasks: "A line that begins with - [ ] is a task.",
    archive: "",
    trash: "Deleted memos stay here for 30 days.",
  },
  banner: {
    archive: "Archived memos are out of the timeline and stay for as long as you like.",
    trash: "Deleted automatically after 30 days.",
  },
  newMemo: "New memo",
  noMatch: "No memo matches",
  noMatchBody: (parts: readonly string[]) =>
    `${parts.join(" and ")} ${parts.length === 1 ? "leaves" : "leave"} nothing.`,
  clearFilters: "Clear filters",
  clearTag: (tag: string) => `Stop filtering by ${tag}`,
} as const;

export const visibilityWords = {
  PRIVATE: "Private",
  SPACE: "Space",
  PROTECTED: "Signed-in users",
  PUBLIC: "Public",
} as const;

/** Who may read a memo, in words: of a space what it is called, where that is known. */
export function visibilityLabel(
  visibility: keyof typeof visibilityWords,
  spaceTitle: string | null,
): string {
  return visibility === "SPACE" && spaceTitle !== null ? spaceTitle : visibilityWords[visibility];
}
