/** What stands below the field and says something of what is in it. */
export const searchNoteIds = { count: "search-count", problem: "search-problem" } as const;
