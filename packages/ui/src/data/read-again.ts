import type { InfiniteData, Query, QueryClient, QueryKey } from "@tanstack/react-query";
import type { LibraryPage } from "@tidemark/core/router";
import type { MemoPages } from "./memo-pages.ts";
import { queryKeys } from "./queries.ts";
import type { TaskPages } from "./task-pages.ts";

/** Queries that are loaded again once their running load has ended. */
const awaited = new WeakSet<Query>();

/**
 * Invalidates the queries below a key that the change affects. Those that are being loaded are loaded again
 * afterwards: they may have started before the change. Their answers are shown nevertheless. Otherwise a list
 * would show nothing while a first sync changes it faster than it can be read.
 */
export async function readAgain(
  queries: QueryClient,
  queryKey: readonly string[],
  isAbout: (query: Query) => boolean = () => true,
): Promise<void> {
  const running = queries
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: "fetching" })
    .filter((query) => query.state.data === undefined || isAbout(query));
  await Promise.all([
    queries.invalidateQueries({
      queryKey,
      predicate: (query) => !running.includes(query) && isAbout(query),
    }),
    ...running.map(async (query) => {
      if (awaited.has(query)) return;
      awaited.add(query);
      await query.promise?.catch(() => undefined);
      awaited.delete(query);
      await queries.invalidateQueries({ queryKey: query.queryKey, exact: true });
    }),
  ]);
}

/**
 * Reloads the library after memos changed; null if any may have. Sizes always reload, and show whether files
 * were added or removed. Lists, which may have hundreds of pages, reload only if they show a file of one of
 * the memos. The list of unused files always reloads: its count is limited, so a change may be beyond the
 * limit.
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

/** Returns the promises of running queries below some keys: these may have started before a change. */
export function answersUnderWay(
  queries: QueryClient,
  keys: readonly QueryKey[],
): Promise<unknown>[] {
  return keys
    .flatMap((queryKey) => queries.getQueryCache().findAll({ queryKey, fetchStatus: "fetching" }))
    .flatMap(({ promise }) => (promise === undefined ? [] : [promise]));
}

/** Sets a list's pages and keeps it invalidated if it was: a manual update doesn't make it current. */
export function putPages(queries: QueryClient, key: QueryKey, pages: MemoPages | TaskPages): void {
  const isOld = queries.getQueryState(key)?.isInvalidated === true;
  queries.setQueryData(key, pages);
  if (isOld) void queries.invalidateQueries({ queryKey: key, exact: true, refetchType: "none" });
}
