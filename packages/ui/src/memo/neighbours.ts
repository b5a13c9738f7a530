import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { MemoPages } from "../data/memo-pages.ts";
import { queryKeys } from "../data/queries.ts";

export interface Neighbours {
  readonly newer: string | null;
  readonly older: string | null;
}

const none: Neighbours = { newer: null, older: null };

/**
 * Returns the previous and next memo in the list that the user came from: the most recently loaded list that
 * contains the memo.
 */
export function useNeighbours(id: string): Neighbours {
  const queries = useQueryClient();
  return useMemo(() => findNeighbours(queries, id), [queries, id]);
}

function findNeighbours(queries: QueryClient, id: string): Neighbours {
  const lists = queries
    .getQueryCache()
    .findAll({ queryKey: queryKeys.lists })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .map(({ queryKey }) => queries.getQueryData<MemoPages>(queryKey));
  for (const list of lists) {
    const ids = list?.pages.flatMap((page) => page.memos.map((memo) => memo.id)) ?? [];
    const place = ids.indexOf(id);
    if (place !== -1) return { newer: ids[place - 1] ?? null, older: ids[place + 1] ?? null };
  }
  return none;
}
