import type { QueryClient } from "@tanstack/react-query";

/**
 * Has what is below a key read again. What is being read for the first time is read once more: it may
 * have been asked for before something changed, and there is nothing yet that could be out of date.
 */
export async function readAgain(queries: QueryClient, queryKey: readonly string[]): Promise<void> {
  const firstReads = queries
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: "fetching" })
    .filter(({ state }) => state.data === undefined);
  await Promise.all([
    queries.invalidateQueries({ queryKey }),
    ...firstReads.map(async (query) => {
      await query.promise?.catch(() => undefined);
      await queries.invalidateQueries({ queryKey: query.queryKey, exact: true });
    }),
  ]);
}
