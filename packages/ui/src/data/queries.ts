import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { atOnce } from "@tidemark/core/router/at-once";
import type { MemoPage, MemoView, TaskPage } from "@tidemark/core/router";
import { useClient } from "./client.tsx";
import type { MemoListQuery, MemoPages } from "./memo-pages.ts";
import { withWritten } from "./written.ts";
import type { TaskPages } from "./task-pages.ts";

/** Where each answer of the router is kept; `changes` names these keys to have them read again. */
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
  // Below it: whoever has the tags read again has this.
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
  /** Apart from the other counts: each reads through memos, and so waits (`view-counts.ts`). */
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

/** What was written on a day of earlier years: a memo of each. */
export type OnThisDay = readonly { readonly year: number; readonly memo: MemoView }[];

/** For what is shown seldom: read anew each time, and not kept. */
const asked = { staleTime: 0, gcTime: 0 } as const;

const pageSize = 50;
/** Pinned memos come on one page: a group of more than this is a list of its own. */
const pinnedPageSize = 200;
/** As many as the host lists at once. */
const maxListed = 200;

/**
 * A list of memos, page by page. While `isKept`, the last rows stay while the next question runs.
 */
export function useMemoList(
  query: MemoListQuery,
  { isEnabled, isKept }: { readonly isEnabled: boolean; readonly isKept: boolean },
) {
  const client = useClient();
  const queries = useQueryClient();
  return useInfiniteQuery<MemoPage, Error, MemoPages, readonly unknown[], string | null>({
    queryKey: queryKeys.list(query),
    queryFn: async ({ pageParam, signal }) => {
      const page = await client.memos.list.query(
        {
          ...query,
          pageSize: query.pinned === true ? pinnedPageSize : pageSize,
          cursor: pageParam,
        },
        { signal, context: atOnce },
      );
      return pageParam === null ? withWritten(queries, page, query) : page;
    },
    initialPageParam: null,
    getNextPageParam: (page) => page.nextCursor,
    enabled: isEnabled,
    ...(isKept ? { placeholderData: keepPreviousData } : {}),
  });
}

/** How many memos a search finds, counted to a bound. A list that was changed is counted anew. */
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

/** How much a person shows to everybody, and since when. Read anew each time it is asked for. */
export function usePersonFacts(username: string) {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.ofPerson(username),
    queryFn: ({ signal }) => client.memos.ofPerson.query({ username }, { signal }),
    ...asked,
  });
}

/** What was searched for on this device, newest first. */
export function useRecentSearches() {
  const client = useClient();
  return useQuery({ queryKey: queryKeys.searches, queryFn: () => client.searches.list.query() });
}

/** The open tasks by tag, page by page. The last rows stay while the next question runs. */
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

/** One memo as it is now, wherever it is listed. Read anew each time it is asked for. */
export function useOneMemo(id: string) {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.one(id),
    queryFn: ({ signal }) => client.memos.get.query({ id }, { signal }),
    ...asked,
  });
}

/** The comments on a memo, oldest first. Read anew each time they are asked for. */
export function useComments(id: string) {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.comments(id),
    queryFn: ({ signal }) => client.memos.comments.query({ id }, { signal }),
    ...asked,
  });
}

/** What a memo refers to and what refers to it. Read anew each time they are asked for. */
export function useLinks(id: string) {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.links(id),
    queryFn: ({ signal }) => client.memos.links.query({ id }, { signal }),
    ...asked,
  });
}

/** The newest memos with the words in them, whoever's they are; the newest of one's own for none. */
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

/** Memos to go to for what is typed, the likeliest first; those of the words before meanwhile. */
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

/** The earlier texts of a memo, newest first. Read anew each time they are asked for. */
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

/** The user's views in their order. */
export function useViews() {
  const client = useClient();
  return useQuery({ queryKey: queryKeys.views, queryFn: () => client.views.list.query() });
}

/** How many memos a view has, counted to a bound. */
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

/** How the user likes things in general, the same on all their devices. */
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

/** How the key of the server is kept. Read anew each time it is asked for. */
export function useKeyKept() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.keyKept,
    queryFn: () => client.sync.keyKept.query(),
    ...asked,
  });
}

/** What the server has not answered yet, oldest first. */
export function useWaiting() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.waiting,
    queryFn: () => client.sync.waiting.query(),
    ...asked,
  });
}

/** What the server refused, newest first. */
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

/** Where the profile was connected last; read anew each time it is asked for. */
export function useLastServer() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.lastServer,
    queryFn: () => client.sync.lastServer.query(),
    ...asked,
  });
}

/** The devices of the account; the server is asked. */
export function useDevices() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.devices,
    queryFn: () => client.sync.devices.query(),
    ...asked,
  });
}

/** What this device keeps beside its user's own memos. */
export function useFollowing() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.following,
    queryFn: () => client.sync.following.query(),
    ...asked,
  });
}

/**
 * What becomes of the data on this device, until when a copy from before an update is there, and
 * whether others see where one writes.
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

/** What the server's files take on this device. */
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
