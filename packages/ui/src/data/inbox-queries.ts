import { type QueryClient, useQuery } from "@tanstack/react-query";
import { useClient } from "./client.tsx";
import { queryKeys } from "./queries.ts";
import { readAgain } from "./read-again.ts";

const unreadKey = ["inbox", "unread"] as const;
/** Beside memos: it says which of those that it leads to are on this device. */
const listKey = [...queryKeys.allAround, "inbox"] as const;

/** Has what is kept of the notifications read again. */
export async function readInboxAgain(queries: QueryClient): Promise<void> {
  await Promise.all([readAgain(queries, unreadKey), readAgain(queries, listKey)]);
}

/** The notifications that this device has kept, newest first. */
export function useInbox() {
  const client = useClient();
  return useQuery({
    queryKey: listKey,
    queryFn: ({ signal }) => client.inbox.list.query(undefined, { signal }),
  });
}

/** How many of them are not read. */
export function useUnread() {
  const client = useClient();
  return useQuery({
    queryKey: unreadKey,
    queryFn: ({ signal }) => client.inbox.unread.query(undefined, { signal }),
  });
}
