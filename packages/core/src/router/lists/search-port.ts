/**
 * The lists of memos. `explore`: what is shown to everybody on the server, by others and by the user.
 */
export const listViews = ["timeline", "tasks", "explore", "archive", "trash"] as const;
export type ListView = (typeof listViews)[number];

/** Where a search looks: in the view that is shown, in everything but the trash, or in one kind. */
export const searchScopes = ["view", "all", "archive", "trash", "comments"] as const;
export type SearchScope = (typeof searchScopes)[number];

/** How many memos a search finds. */
export interface MemoCount {
  readonly count: number;
  /** There are more: they were not counted. */
  readonly isMore: boolean;
}

/** What was searched for on this device, newest first: ten at most. It is not synced. */
export interface RecentSearches {
  list(): Promise<readonly string[]>;
  /** Puts one first. `instead`: what it was a step to, which gives way. */
  keep(search: string, instead: string | null): Promise<void>;
  /** null: all of them. */
  remove(search: string | null): Promise<void>;
}
