import { describeError, findAppError } from "../data/client.tsx";
import { describeFilterError } from "./filter-problem.ts";

export interface SearchResults {
  /** Message with the reason why the search was refused; `null` if it wasn't. */
  readonly problem: string | null;
  /** Offset of the error in its CEL, in UTF-16 units; `null` if there is none. */
  readonly problemAt: number | null;
  /** True while the answer is pending. */
  readonly isAsking: boolean;
}

/** Returns the state of a search. */
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
  return filter === undefined ? describeError(error) : describeFilterError(filter);
}
