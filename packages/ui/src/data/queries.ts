import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { atOnce } from "@tidemark/core/router/at-once";
import type { MemoPage, MemoView } from "@tidemark/core/router";
import { type TidemarkClient, useClient } from "./client.tsx";
import type { MemoListQuery, MemoPages } from "./memo-pages.ts";
import { withWritten } from "./written.ts";

/** Query keys of the router's answers; `changes` names the keys to invalidate. */
export const queryKeys = {
  lists: ["memos", "list"],
  list: (query: MemoListQuery) => ["memos", "list", query] as const,
  ofPerson: (username: string) => ["memos", "around", "person", username] as const,
  library: ["library"],
  libraryLists: ["library", "list"],
  librarySizes: ["library", "sizes"],
  allFound: ["memos", "count"],
  found: (query: MemoFoundQuery) => ["memos", "count", query] as const,
  searches: ["searches"],
  allTasks: ["memos", "tasks"],
  tasks: (search: string) => ["memos", "tasks", search] as const,
  tags: ["memos", "tags"],
  // Below `tags`, so invalidating the tags reloads the tree.
  tagTree: ["memos", "tags", "tree"],
  counts: ["memos", "counts"],
  allDays: ["memos", "days"],
  days: (month: { readonly year: number; readonly month: number }) =>
    ["memos", "days", month] as const,
  allOnThisDay: ["memos", "onThisDay"],
  onThisDay: (day: string) => ["memos", "onThisDay", day] as const,
  ones: ["memos", "one"],
  one: (id: string) => ["memos", "one", id] as const,
  revisions: (id: string) => ["memos", "revisions", id] as const,
  allAround: ["memos", "around"],
  comments: (id: string) => ["memos", "around", "comments", id] as const,
  linkable: (words: string, size: number) => ["memos", "around", "linkable", words, size] as const,
  links: (id: string) => ["memos", "around", "links", id] as const,
  goTo: (words: string) => ["memos", "around", "goTo", words] as const,
  views: ["views"],
  /** Separate from the other counts: each scans memos, and is therefore delayed (`view-counts.ts`). */
  viewCounts: ["viewCounts"],
  viewCount: (id: string) => ["viewCounts", id] as const,
  viewPreview: (filter: string) => ["memos", "around", "view", filter] as const,
  draftFiles: (key: string) => ["drafts", "files", key] as const,
  profile: ["profile"],
  general: ["settings", "general"],
  tagStyles: ["settings", "tags"],
  transfer: ["transfer"],
  tagRun: ["tags", "run"],
  tagPreview: (from: string, to: string | null) => ["tags", "preview", from, to] as const,
  sync: ["sync"],
  waiting: ["sync", "waiting"],
  rejected: ["sync", "rejected"],
  syncLog: ["sync", "log"],
  devices: ["sync", "devices"],
  following: ["sync", "following"],
  lastServer: ["sync", "lastServer"],
  keyKept: ["sync", "keyKept"],
  deviceData: ["sync", "deviceData"],
  fileStorage: ["sync", "fileStorage"],
} as const;

export type MemoFoundQuery = Omit<MemoListQuery, "pinned">;

/** Memos written on this day in earlier years, one per year. */
export type OnThisDay = readonly { readonly year: number; readonly memo: MemoView }[];

/** Options for rarely shown data: reloaded each time, not cached. */
export const asked = { staleTime: 0, gcTime: 0 } as const;

export const pageSize = 50;
/** Page size of pinned memos, which have a single page. */
const pinnedPageSize = 200;

/** Options of the query of tag styles, which sync to all the user's devices. */
export function tagStylesQuery(client: TidemarkClient) {
  return {
    queryKey: queryKeys.tagStyles,
    queryFn: async () => (await client.settings.tags.query()).tags,
  };
}

/** Maximum time in milliseconds for which an answer waits for the tag styles. */
const longestMs = 1000;

/**
 * Returns an answer once the tag styles are known, because tagged memos are hidden before. Both come from the
 * same host, so that nothing appears and changes at once.
 */
export async function withTagStyles<Answer>(
  { client, queries }: { readonly client: TidemarkClient; readonly queries: QueryClient },
  answer: Promise<Answer>,
): Promise<Answer> {
  const read = await answer;
  if (queries.getQueryData(queryKeys.tagStyles) === undefined) {
    const styles = queries.ensureQueryData(tagStylesQuery(client)).catch(() => undefined);
    await Promise.race([styles, new Promise((resolve) => setTimeout(resolve, longestMs))]);
  }
  return read;
}

/** Queries a list of memos page by page. While `isKept`, the last rows stay during the next query. */
export function useMemoList(
  query: MemoListQuery,
  { isEnabled, isKept }: { readonly isEnabled: boolean; readonly isKept: boolean },
) {
  const client = useClient();
  const queries = useQueryClient();
  return useInfiniteQuery<MemoPage, Error, MemoPages, readonly unknown[], string | null>({
    queryKey: queryKeys.list(query),
    queryFn: async ({ pageParam, signal }) => {
      const page = await withTagStyles(
        { client, queries },
        client.memos.list.query(
          {
            ...query,
            pageSize: query.pinned === true ? pinnedPageSize : pageSize,
            cursor: pageParam,
          },
          { signal, context: atOnce },
        ),
      );
      return pageParam === null ? withWritten(queries, page, query) : page;
    },
    initialPageParam: null,
    getNextPageParam: (page) => page.nextCursor,
    enabled: isEnabled,
    ...(isKept ? { placeholderData: keepPreviousData } : {}),
  });
}

export function useTags() {
  const client = useClient();
  return useQuery({ queryKey: queryKeys.tags, queryFn: () => client.memos.tags.query() });
}

/** Queries the user's views in their order. */
export function useViews() {
  const client = useClient();
  return useQuery({ queryKey: queryKeys.views, queryFn: () => client.views.list.query() });
}

/** Counts the memos of a view, up to a limit. */
export function useViewCount(id: string) {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.viewCount(id),
    queryFn: ({ signal }) => client.memos.count.query({ saved: id }, { signal }),
    retry: false,
  });
}

export function useProfile() {
  const client = useClient();
  return useQuery({ queryKey: queryKeys.profile, queryFn: () => client.profile.get.query() });
}

/** Queries the user's general settings, which sync to all their devices. */
export function useGeneralSetting() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.general,
    queryFn: () => client.settings.general.query(),
  });
}

export function useSyncStatus() {
  const client = useClient();
  return useQuery({ queryKey: queryKeys.sync, queryFn: () => client.sync.status.query() });
}

export function useCounts() {
  const client = useClient();
  return useQuery({ queryKey: queryKeys.counts, queryFn: () => client.memos.counts.query() });
}
