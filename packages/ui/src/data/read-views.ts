import type { QueryClient } from "@tanstack/react-query";
import { queryKeys } from "./queries.ts";
import { readAgain } from "./read-again.ts";

/** Reloads the user's views, their counts and the lists that use one. */
export async function readViewsAgain(queries: QueryClient): Promise<void> {
  await Promise.all([
    readAgain(queries, queryKeys.views),
    readAgain(queries, queryKeys.viewCounts),
    queries.invalidateQueries({
      queryKey: queryKeys.lists,
      predicate: ({ queryKey: [, , query] }) =>
        typeof query === "object" && query !== null && "saved" in query && query.saved !== null,
    }),
  ]);
}
