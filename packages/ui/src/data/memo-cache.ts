import type { MemoView } from "@tidemark/core/router";
import type { QueryClient } from "@tanstack/react-query";
import { useUi } from "../app/ui-state.ts";
import { findAppError, type TidemarkClient } from "./client.tsx";
import { patchPages, replaceMemo, type MemoListQuery, type MemoPages } from "./memo-pages.ts";
import { queryKeys } from "./queries.ts";

/** Shows a memo's new state in every list that is loaded. `memo` null: it is gone for good. */
export function showMemo(queries: QueryClient, id: string, memo: MemoView | null): void {
  const { editingId, leavingIds } = useUi.getState();
  for (const [key, pages] of queries.getQueriesData<MemoPages>({ queryKey: queryKeys.lists })) {
    if (pages === undefined) continue;
    // What is being edited stays where it is until one is done, even if it no longer belongs there.
    const query = key[2] as MemoListQuery;
    const stays = id === editingId || (query.view === "tasks" && leavingIds.has(id));
    const patched =
      stays && memo !== null && memo.deletedMs === null
        ? replaceMemo(pages, memo)
        : patchPages(pages, query, id, memo);
    if (patched === null) void queries.invalidateQueries({ queryKey: key, exact: true });
    else if (patched !== pages) queries.setQueryData(key, patched);
  }
}

/** The newest state of a memo that any loaded list holds. */
export function findShownMemo(queries: QueryClient, id: string): MemoView | null {
  for (const [, pages] of queries.getQueriesData<MemoPages>({ queryKey: queryKeys.lists })) {
    const memo = pages?.pages.flatMap((page) => page.memos).find((each) => each.id === id);
    if (memo !== undefined) return memo;
  }
  return null;
}

/** Beyond this many changed memos it is cheaper to read the lists again. */
const maxPatchedMemos = 25;

/** Brings every loaded list up to date after memos changed elsewhere; null: anything may have. */
export async function refreshMemos(
  queries: QueryClient,
  client: TidemarkClient,
  ids: readonly string[] | null,
): Promise<void> {
  void queries.invalidateQueries({ queryKey: queryKeys.tags });
  void queries.invalidateQueries({ queryKey: queryKeys.counts });
  if (ids === null || ids.length > maxPatchedMemos) {
    await queries.invalidateQueries({ queryKey: queryKeys.lists });
    return;
  }
  await Promise.all(ids.map((id) => refreshMemo(queries, client, id)));
}

async function refreshMemo(
  queries: QueryClient,
  client: TidemarkClient,
  id: string,
): Promise<void> {
  try {
    showMemo(queries, id, await client.memos.get.query({ id }));
  } catch (error) {
    if (findAppError(error)?.code === "NOT_FOUND") showMemo(queries, id, null);
    else await queries.invalidateQueries({ queryKey: queryKeys.lists });
  }
}
