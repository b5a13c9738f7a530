import { useInfiniteQuery } from "@tanstack/react-query";
import { asked } from "../data/queries.ts";
import { adminKey } from "./ask-server.ts";

/** Queries a list of the server page by page. */
export function usePages<Page extends { readonly nextPageToken: string }>(
  key: readonly string[],
  ask: (pageToken: string | undefined) => Promise<Page>,
) {
  return useInfiniteQuery({
    ...asked,
    queryKey: [adminKey, ...key],
    queryFn: ({ pageParam }) => ask(pageParam === "" ? undefined : pageParam),
    initialPageParam: "",
    getNextPageParam: ({ nextPageToken }) => (nextPageToken === "" ? null : nextPageToken),
    retry: false,
  });
}
