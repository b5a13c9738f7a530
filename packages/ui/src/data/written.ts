import type { MemoPage, MemoView } from "@tidemark/core/router";
import type { QueryClient } from "@tanstack/react-query";
import { type MemoListQuery, patchPages } from "./memo-pages.ts";

const writtenOf = new WeakMap<QueryClient, Map<string, MemoView>>();

/**
 * What was written here just now, by its id. A list that was asked for before knows nothing of it: for
 * that moment it would be gone again, with whatever one does to it.
 */
export function writtenIn(queries: QueryClient): Map<string, MemoView> {
  const known = writtenOf.get(queries);
  if (known !== undefined) return known;
  const made = new Map<string, MemoView>();
  writtenOf.set(queries, made);
  return made;
}

/** The first page of a list with what was written meanwhile, where that stands in it for certain. */
export function withWritten(queries: QueryClient, page: MemoPage, query: MemoListQuery): MemoPage {
  let shown = page;
  for (const memo of writtenIn(queries).values()) {
    if (shown.memos.some(({ id }) => id === memo.id)) continue;
    const patched = patchPages({ pages: [shown], pageParams: [null] }, query, memo.id, memo);
    shown = patched?.pages[0] ?? shown;
  }
  return shown;
}
