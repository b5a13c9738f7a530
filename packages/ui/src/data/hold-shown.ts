import { notifyManager, type Query, type QueryClient } from "@tanstack/react-query";
import type { MemoView } from "@tidemark/core/router";
import { type MemoListQuery, type MemoPages, patchPages, replaceMemo } from "./memo-pages.ts";
import { queryKeys } from "./queries.ts";

/** Changes by memo id; null purges the memo. */
export type ShownChanges = ReadonlyMap<string, Partial<MemoView> | null>;

/**
 * Shows a bulk change in all loaded lists at once, and reapplies it to lists that reload while the host
 * applies it in pieces. Returns a function that ends this, to be called after the lists were reloaded.
 */
export function holdShown(
  queries: QueryClient,
  /** Current memos, to be inserted into lists that they now belong to. */
  memos: readonly MemoView[],
  changes: ShownChanges,
): () => void {
  const known = new Map(memos.map((memo) => [memo.id, memo]));
  notifyManager.batch(() => {
    for (const [id, change] of changes) {
      queries.setQueryData<MemoView>(queryKeys.one(id), (one) => one && { ...one, ...change });
    }
    for (const query of queries.getQueryCache().findAll({ queryKey: queryKeys.lists })) {
      put(queries, query, changes, known);
    }
  });
  return queries.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success") return;
    if (event.action.manual === true) return;
    const isList = queryKeys.lists.every((part, at) => event.query.queryKey[at] === part);
    if (isList) put(queries, event.query, changes, new Map());
  });
}

function put(
  queries: QueryClient,
  query: Query,
  changes: ShownChanges,
  known: ReadonlyMap<string, MemoView>,
): void {
  const before = queries.getQueryData<MemoPages>(query.queryKey);
  if (before === undefined) return;
  const asked = query.queryKey[2] as MemoListQuery;
  const listed = new Map(before.pages.flatMap((page) => page.memos.map((memo) => [memo.id, memo])));
  let pages = before;
  for (const [id, change] of changes) {
    const memo = listed.get(id) ?? known.get(id);
    if (memo === undefined) continue;
    const next = change === null ? null : { ...memo, ...change };
    // If only the host knows the order, the memo keeps its position until the list reloads.
    pages =
      patchPages(pages, asked, id, next) ?? (next === null ? pages : replaceMemo(pages, next));
  }
  if (pages !== before) queries.setQueryData(query.queryKey, pages);
}
