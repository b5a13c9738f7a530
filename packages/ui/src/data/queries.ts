import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useQuery,
} from "@tanstack/react-query";
import { useClient, type TidemarkClient } from "./client.tsx";
import type { MemoListQuery } from "./memo-pages.ts";

/** Where each answer of the router is kept; `changes` names these keys to have them read again. */
export const queryKeys = {
  lists: ["memos", "list"],
  list: (query: MemoListQuery) => ["memos", "list", query] as const,
  tags: ["memos", "tags"],
  counts: ["memos", "counts"],
  profile: ["profile"],
  sync: ["sync"],
} as const;

const pageSize = 50;
/** Pinned memos come on one page: a group of more than this is a list of its own. */
const pinnedPageSize = 200;

export function memoListOptions(client: TidemarkClient, query: MemoListQuery) {
  return infiniteQueryOptions({
    queryKey: queryKeys.list(query),
    queryFn: ({ pageParam, signal }) =>
      client.memos.list.query(
        {
          ...query,
          pageSize: query.pinned === true ? pinnedPageSize : pageSize,
          cursor: pageParam,
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    // While the next search runs the last results stay on screen.
    placeholderData: keepPreviousData,
  });
}

export function useTags() {
  const client = useClient();
  return useQuery(
    queryOptions({ queryKey: queryKeys.tags, queryFn: () => client.memos.tags.query() }),
  );
}

export function useProfile() {
  const client = useClient();
  return useQuery({ queryKey: queryKeys.profile, queryFn: () => client.profile.get.query() });
}

export function useSyncStatus() {
  const client = useClient();
  return useQuery({ queryKey: queryKeys.sync, queryFn: () => client.sync.status.query() });
}
