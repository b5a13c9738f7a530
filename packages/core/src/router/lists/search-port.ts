/** Lists of memos. `explore` has memos shared with everyone on the server, the user's own included. */
export const listViews = ["timeline", "tasks", "explore", "archive", "trash"] as const;
export type ListView = (typeof listViews)[number];

/** Scopes of a search: the current view, everything but the trash, or one kind. */
export const searchScopes = ["view", "all", "archive", "trash", "comments"] as const;
export type SearchScope = (typeof searchScopes)[number];

/** Number of memos that a search finds. */
export interface MemoCount {
  readonly count: number;
  /** True if there are more, which weren't counted. */
  readonly isMore: boolean;
}

/** Recent searches on this device, newest first, ten at most. They aren't synced. */
export interface RecentSearches {
  list(): Promise<readonly string[]>;
  /** Adds a search at the top. Replaces `instead`, an earlier step of the same search. */
  keep(search: string, instead: string | null): Promise<void>;
  /** Removes all searches if null. */
  remove(search: string | null): Promise<void>;
}
