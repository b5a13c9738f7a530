import { describeError, findAppError } from "../data/client.tsx";
import { searchStrings } from "./strings.ts";

export interface SearchResults {
  /** Why the search was refused, in a sentence; null when it was not. */
  readonly problem: string | null;
  /** Where in its CEL, in UTF-16 units; null where nothing was refused. */
  readonly problemAt: number | null;
  /** The answer is not here yet. */
  readonly isAsking: boolean;
}

/** What became of a search. */
export function useSearchResults(
  search: string,
  list: { readonly isFetching: boolean; readonly error: unknown },
): SearchResults {
  const failure = search.trim() === "" ? null : findAppError(list.error);
  return {
    problem: failure === null ? null : describeProblem(failure, list.error),
    problemAt: failure?.filter?.position.offset ?? null,
    isAsking: list.isFetching,
  };
}

function describeProblem(
  { filter }: NonNullable<ReturnType<typeof findAppError>>,
  error: unknown,
): string {
  if (filter === undefined) return describeError(error);
  const { message, position, suggestion } = filter;
  const problem = suggestion === undefined ? message : `${message}; ${suggestion}`;
  return searchStrings.at(position.column, problem.endsWith("?") ? problem : `${problem}.`);
}
