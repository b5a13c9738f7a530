import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { atOnce } from "@tidemark/core/router/at-once";
import type { TaskPage } from "@tidemark/core/router";
import { useClient } from "../client.tsx";
import { asked, type MemoFoundQuery, pageSize, queryKeys, withTagStyles } from "../queries.ts";
import type { TaskPages } from "../task-pages.ts";

/** Maximum page size of the host. */
const maxListed = 200;

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
