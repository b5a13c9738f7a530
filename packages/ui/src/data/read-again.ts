import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { MemoPages } from "./memo-pages.ts";
import type { TaskPages } from "./task-pages.ts";

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

/** The answers to what is being read below some keys: they may have been asked for before a change. */
export function answersUnderWay(
  queries: QueryClient,
  keys: readonly QueryKey[],
): Promise<unknown>[] {
  return keys
    .flatMap((queryKey) => queries.getQueryCache().findAll({ queryKey, fetchStatus: "fetching" }))
    .flatMap(({ promise }) => (promise === undefined ? [] : [promise]));
}

/** A list that is to be read again still is: what was put into it by hand does not make it true. */
export function putPages(queries: QueryClient, key: QueryKey, pages: MemoPages | TaskPages): void {
  const isOld = queries.getQueryState(key)?.isInvalidated === true;
  queries.setQueryData(key, pages);
  if (isOld) void queries.invalidateQueries({ queryKey: key, exact: true, refetchType: "none" });
}
