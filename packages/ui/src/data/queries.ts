import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { atOnce } from "@tidemark/core/router/at-once";
import type { MemoPage, MemoView, TaskPage } from "@tidemark/core/router";
import { type TidemarkClient, useClient } from "./client.tsx";
import type { MemoListQuery, MemoPages } from "./memo-pages.ts";
import { withWritten } from "./written.ts";
import type { TaskPages } from "./task-pages.ts";

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

type MemoFoundQuery = Omit<MemoListQuery, "pinned">;

/** Memos written on this day in earlier years, one per year. */
export type OnThisDay = readonly { readonly year: number; readonly memo: MemoView }[];

/** Options for rarely shown data: reloaded each time, not cached. */
const asked = { staleTime: 0, gcTime: 0 } as const;

const pageSize = 50;
/** Page size of pinned memos, which have a single page. */
const pinnedPageSize = 200;
/** Maximum page size of the host. */
const maxListed = 200;

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
async function withTagStyles<Answer>(
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

/** Counts the memos that match a search, up to a limit. Reloaded after each change. */
export function useFoundCount(query: MemoFoundQuery, isEnabled: boolean) {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.found(query),
    queryFn: ({ signal }) => client.memos.count.query(query, { signal }),
    enabled: isEnabled,
    retry: false,
    ...asked,
  });
}

/** Queries how many memos a person shares with everyone, and since when. Reloaded each time. */
export function usePersonFacts(username: string) {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.ofPerson(username),
    queryFn: ({ signal }) => client.memos.ofPerson.query({ username }, { signal }),
    ...asked,
  });
}

/** Queries the recent searches of this device, newest first. */
export function useRecentSearches() {
  const client = useClient();
  return useQuery({ queryKey: queryKeys.searches, queryFn: () => client.searches.list.query() });
}

/** Queries open tasks by tag, page by page. The last rows stay during the next query. */
export function useTasksByTag(search: string, isEnabled: boolean) {
  const client = useClient();
  return useInfiniteQuery<TaskPage, Error, TaskPages, readonly unknown[], string | null>({
    queryKey: queryKeys.tasks(search),
    queryFn: ({ pageParam, signal }) =>
      client.tasks.byTag.query({ search, pageSize, cursor: pageParam }, { signal }),
    initialPageParam: null,
    getNextPageParam: (page) => page.nextCursor,
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  });
}

/** Queries one memo, wherever it is listed. Reloaded each time. */
export function useOneMemo(id: string) {
  const client = useClient();
  const queries = useQueryClient();
  return useQuery({
    queryKey: queryKeys.one(id),
    queryFn: ({ signal }) =>
      withTagStyles({ client, queries }, client.memos.get.query({ id }, { signal })),
    ...asked,
  });
}

/** Queries the comments on a memo, oldest first. Reloaded each time. */
export function useComments(id: string) {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.comments(id),
    queryFn: ({ signal }) => client.memos.comments.query({ id }, { signal }),
    ...asked,
  });
}

/** Queries the links from and to a memo. Reloaded each time. */
export function useLinks(id: string) {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.links(id),
    queryFn: ({ signal }) => client.memos.links.query({ id }, { signal }),
    ...asked,
  });
}

/** Queries the newest memos with the words, of any author; without words, the user's own newest memos. */
export function useLinkable(
  words: string,
  { size, isEnabled }: { readonly size: number; readonly isEnabled: boolean },
) {
  const client = useClient();
  const search = words.trim();
  const pageSize = Math.min(size, maxListed);
  return useQuery({
    queryKey: queryKeys.linkable(search, pageSize),
    queryFn: async ({ signal }) =>
      (await client.memos.list.query({ search, pageSize, withOthers: search !== "" }, { signal }))
        .memos,
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    ...asked,
  });
}

/** Queries memos for the palette, best match first. Shows the previous result meanwhile. */
export function useFoundMemos(words: string, isEnabled: boolean) {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.goTo(words),
    queryFn: ({ signal }) => client.finder.find.query({ words }, { signal, context: atOnce }),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    ...asked,
  });
}

/** Queries the version history of a memo, newest first. Reloaded each time. */
export function useRevisions(id: string) {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.revisions(id),
    queryFn: ({ signal }) => client.memos.revisions.query({ id }, { signal }),
    ...asked,
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

/** Queries how the server's session key is stored. Reloaded each time. */
export function useKeyKept() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.keyKept,
    queryFn: () => client.sync.keyKept.query(),
    ...asked,
  });
}

/** Queries the pending changes, oldest first. */
export function useWaiting() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.waiting,
    queryFn: () => client.sync.waiting.query(),
    ...asked,
  });
}

/** Queries the rejected changes, newest first. */
export function useRejected() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.rejected,
    queryFn: () => client.sync.rejected.query(),
    ...asked,
  });
}

export function useSyncLog() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.syncLog,
    queryFn: () => client.sync.log.query(),
    ...asked,
  });
}

/** Queries the last server of this profile. Reloaded each time. */
export function useLastServer() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.lastServer,
    queryFn: () => client.sync.lastServer.query(),
    ...asked,
  });
}

/** Queries the devices of the account from the server. */
export function useDevices() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.devices,
    queryFn: () => client.sync.devices.query(),
    ...asked,
  });
}

/** Queries what this device stores besides the user's own memos. */
export function useFollowing() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.following,
    queryFn: () => client.sync.following.query(),
    ...asked,
  });
}

/**
 * Queries the device's data settings: the action on remote sign-out, the expiry of a copy from before an
 * update, and whether others see the user's cursor.
 */
export function useDeviceData() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.deviceData,
    queryFn: async () => ({
      onRevoked: await client.sync.onRevoked.query(),
      copiesUntilMs: await client.sync.copiesUntilMs.query(),
      showsCarets: await client.sync.showsCarets.query(),
    }),
    ...asked,
  });
}

/** Queries the storage that the server's files use on this device. */
export function useFileStorage() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.fileStorage,
    queryFn: () => client.storage.files.query(),
    ...asked,
  });
}

export function useCounts() {
  const client = useClient();
  return useQuery({ queryKey: queryKeys.counts, queryFn: () => client.memos.counts.query() });
}
