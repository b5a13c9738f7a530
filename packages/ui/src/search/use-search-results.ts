import { useEffect } from "react";
import { describeError, findAppError } from "../data/client.tsx";
import { useFeedback } from "../feedback/feedback.ts";
import { searchStrings } from "./strings.ts";

export interface SearchResults {
  /** "12 matches"; null without a search, or while one runs. */
  readonly summary: string | null;
  /** Why the search was refused, in a sentence; null when it was not. */
  readonly problem: string | null;
  /** The answer is not here yet. */
  readonly isAsking: boolean;
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
      : list.hasMore
        ? searchStrings.matchesAtLeast(list.memoIds.length)
        : searchStrings.matches(list.memoIds.length);
  useEffect(() => {
    if (summary !== null) announce(summary);
  }, [summary, search, announce]);
  return { summary, problem, isAsking: list.isFetching };
}

function describeProblem(error: unknown): string | null {
  const failure = findAppError(error);
  if (failure === null) return null;
  const { filter } = failure;
  if (filter === undefined) return describeError(error);
  const { message, position, suggestion } = filter;
  const problem = suggestion === undefined ? message : `${message}; ${suggestion}`;
  return searchStrings.at(position.column, problem.endsWith("?") ? problem : `${problem}.`);
}
