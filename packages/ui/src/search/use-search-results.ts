import { describeError, findAppError } from "../data/client.tsx";
import { useLate } from "../lazy/use-late.ts";

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
  const filter = failure?.filter;
  const words = useLate(filter !== undefined, () => import("./filter-problem.ts"));
  const otherwise = failure === null ? null : describeError(list.error);
  return {
    problem: filter === undefined ? otherwise : (words?.describeFilterError(filter) ?? null),
    problemAt: filter?.position.offset ?? null,
    isAsking: list.isFetching,
  };
}
