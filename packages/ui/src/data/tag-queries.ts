import { useQuery } from "@tanstack/react-query";
import { useClient } from "./client.tsx";
import { queryKeys } from "./queries.ts";

/** Each tag with how many memos have it or one under it, with the parents that they name. */
export function useTagTree() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.tagTree,
    queryFn: () => client.tags.tree.query(),
  });
}

/** How the user's tags look, the same on all their devices. */
export function useTagStyles() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.tagStyles,
    queryFn: async () => (await client.settings.tags.query()).tags,
  });
}
