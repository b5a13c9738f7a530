import { useEffect } from "react";
import { findAppError } from "../data/client.tsx";
import { useFeedback } from "../feedback/feedback.ts";
import { searchStrings } from "./strings.ts";

export interface SearchResults {
  /** "12 matches"; null without a search, or while one runs. */
  readonly summary: string | null;
  /** Why the search was refused, in a sentence; null when it was not. */
  readonly problem: string | null;
}

/** What to say of a search, on screen and to a screen reader. */
export function useSearchResults(
  search: string,
  list: {
    readonly memoIds: readonly string[];
    readonly hasMore: boolean;
    readonly isFetching: boolean;
    readonly error: unknown;
  },
): SearchResults {
  const announce = useFeedback((state) => state.announce);
  const problem = search === "" ? null : describeProblem(list.error);
  const summary =
    search.trim() === "" || problem !== null || list.isFetching
      ? null
      : searchStrings.matches(list.memoIds.length, list.hasMore);
  useEffect(() => {
    if (summary !== null) announce(summary);
  }, [summary, search, announce]);
  return { summary, problem };
}

function describeProblem(error: unknown): string | null {
  const failure = findAppError(error);
  if (failure === null) return null;
  const { filter } = failure;
  return filter === undefined
    ? failure.message
    : searchStrings.at(filter.message, filter.position.column, filter.suggestion);
}
