import { notifyManager, type Query, type QueryClient } from "@tanstack/react-query";
import type { MemoView } from "@tidemark/core/router";
import { type MemoListQuery, type MemoPages, patchPages, replaceMemo } from "./memo-pages.ts";
import { queryKeys } from "./queries.ts";

/** What becomes of some memos, by their ids; null: they are gone for good. */
export type ShownChanges = ReadonlyMap<string, Partial<MemoView> | null>;

/**
 * Shows what many memos are about to be, all at once, and keeps it shown while the host does that
 * piece by piece: a list that is read meanwhile has them half changed. Gives what ends it, once the
 * lists were read again.
 */
export function holdShown(
  queries: QueryClient,
  /** As they are now, for the lists that they come into. */
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
    // Where only the host knows the order, it stays in its place until the list is read again.
    pages =
      patchPages(pages, asked, id, next) ?? (next === null ? pages : replaceMemo(pages, next));
  }
  if (pages !== before) queries.setQueryData(query.queryKey, pages);
}
