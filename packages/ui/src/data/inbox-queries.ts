import { type QueryClient, useQuery } from "@tanstack/react-query";
import { useClient } from "./client.tsx";
import { queryKeys, useProfile } from "./queries.ts";
import { readAgain } from "./read-again.ts";

const unreadKey = ["inbox", "unread"] as const;
/** Below the memo keys, because the answer depends on which linked memos are on this device. */
const listKey = [...queryKeys.allAround, "inbox"] as const;

/** Reloads the notifications and their unread count. */
export async function readInboxAgain(queries: QueryClient): Promise<void> {
  await Promise.all([readAgain(queries, unreadKey), readAgain(queries, listKey)]);
}

/** Queries the notifications on this device, newest first. */
export function useInbox() {
  const client = useClient();
  return useQuery({
    queryKey: listKey,
    queryFn: ({ signal }) => client.inbox.list.query(undefined, { signal }),
  });
}

/** Unread notifications above this number are shown as "99+". */
const mostShown = 99;

/**
 * Returns the unread count as it is shown: "3", "99+". Null if it is zero, or if the server has no other
 * users.
 */
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
