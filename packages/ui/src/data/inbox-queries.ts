import { type QueryClient, useQuery } from "@tanstack/react-query";
import { useClient } from "./client.tsx";
import { queryKeys, useProfile } from "./queries.ts";
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

/** More than this are not counted out. */
const mostShown = 99;

/** How many of them are not read, as it is shown: "3", "99+". Null: none, or there is nobody else. */
export function useUnreadBadge(): string | null {
  const client = useClient();
  const hasOthers = useProfile().data?.hasOthers === true;
  const { data: unread = 0 } = useQuery({
    queryKey: unreadKey,
    queryFn: ({ signal }) => client.inbox.unread.query(undefined, { signal }),
  });
  if (!hasOthers || unread === 0) return null;
  return unread > mostShown ? `${mostShown}+` : String(unread);
}
