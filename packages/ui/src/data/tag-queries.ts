import { useQuery } from "@tanstack/react-query";
import { useClient } from "./client.tsx";
import { queryKeys, tagStylesQuery } from "./queries.ts";

/** Queries each tag, including parent tags, with the number of memos that have it or a subtag. */
export function useTagTree() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.tagTree,
    queryFn: () => client.tags.tree.query(),
  });
}

/** Queries the tag styles, which sync to all the user's devices. */
export function useTagStyles() {
  return useQuery(tagStylesQuery(useClient()));
}
