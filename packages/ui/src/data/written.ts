import type { MemoPage, MemoView } from "@tidemark/core/router";
import type { QueryClient } from "@tanstack/react-query";
import { type MemoListQuery, patchPages } from "./memo-pages.ts";

const writtenOf = new WeakMap<QueryClient, Map<string, MemoView>>();

/**
 * Returns the memos written just now, by id. A list whose load started before would not contain them and
 * would remove them from the screen briefly.
 */
export function writtenIn(queries: QueryClient): Map<string, MemoView> {
  const known = writtenOf.get(queries);
  if (known !== undefined) return known;
  const made = new Map<string, MemoView>();
  writtenOf.set(queries, made);
  return made;
}

/** Returns the first page of a list with the memos written meanwhile, where their position is certain. */
export function withWritten(queries: QueryClient, page: MemoPage, query: MemoListQuery): MemoPage {
  let shown = page;
  for (const memo of writtenIn(queries).values()) {
    if (shown.memos.some(({ id }) => id === memo.id)) continue;
    const patched = patchPages({ pages: [shown], pageParams: [null] }, query, memo.id, memo);
    shown = patched?.pages[0] ?? shown;
  }
  return shown;
}
