import type { InfiniteData, Query, QueryClient, QueryKey } from "@tanstack/react-query";
import type { LibraryPage } from "@tidemark/core/router";
import type { MemoPages } from "./memo-pages.ts";
import { queryKeys } from "./queries.ts";
import type { TaskPages } from "./task-pages.ts";

/**
 * Has what is below a key read again, as far as a change is about it. What is being read for the first time is read once more: it may
 * have been asked for before something changed, and there is nothing yet that could be out of date.
 */
export async function readAgain(
  queries: QueryClient,
  queryKey: readonly string[],
  isAbout: (query: Query) => boolean = () => true,
): Promise<void> {
  const firstReads = queries
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: "fetching" })
    .filter(({ state }) => state.data === undefined);
  await Promise.all([
    queries.invalidateQueries({ queryKey, predicate: isAbout }),
    ...firstReads.map(async (query) => {
      await query.promise?.catch(() => undefined);
      await queries.invalidateQueries({ queryKey: query.queryKey, exact: true });
    }),
  ]);
}

/**
 * Has the library read again after memos changed; null: any may have. Of its lists, which may have
 * hundreds of pages, those in which a file is on one of them: that files came or went is seen by their
 * sizes, which are read in any case. What nothing uses is counted to a bound, and may come to be used
 * beyond it: that list is read again with every change.
 */
export function readLibraryAgain(queries: QueryClient, ids: readonly string[] | null): void {
  void readAgain(queries, queryKeys.librarySizes);
  if (ids === null) {
    void readAgain(queries, queryKeys.libraryLists);
    return;
  }
  const changed = new Set(ids);
  void readAgain(queries, queryKeys.libraryLists, ({ queryKey, state }) => {
    const { pages } = (state.data ?? { pages: [] }) as InfiniteData<LibraryPage>;
    return (
      queryKey[queryKeys.libraryLists.length] === "unused" ||
      pages.some(({ files }) => files.some(({ memo }) => memo !== null && changed.has(memo.id)))
    );
  });
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
