/** Ids of the notes below the field that describe its content. */
export const searchNoteIds = { count: "search-count", problem: "search-problem" } as const;
