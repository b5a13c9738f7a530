import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useClient } from "./client.tsx";
import { refreshMemos } from "./memo-cache.ts";
import { queryKeys } from "./queries.ts";

const reconnectDelayMs = 1000;

/** Keeps everything on screen true for as long as the app is shown. */
export function useChangeFeed(): void {
  const client = useClient();
  const queries = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let subscription: { unsubscribe(): void } | undefined;
    const subscribe = (): void => {
      subscription = client.changes.subscribe(undefined, {
        onData(change) {
          if (change.memos === null || change.memos.length > 0) {
            void refreshMemos(queries, client, change.memos);
          }
          if (change.sync) {
            void queries.invalidateQueries({ queryKey: queryKeys.sync });
            void queries.invalidateQueries({ queryKey: queryKeys.profile });
          }
        },
        // The feed says at its start what to read again, so nothing is missed in between.
        onError: () => (timer = setTimeout(subscribe, reconnectDelayMs)),
        onComplete: () => (timer = setTimeout(subscribe, reconnectDelayMs)),
      });
    };
    subscribe();
    return () => {
      clearTimeout(timer);
      subscription?.unsubscribe();
    };
  }, [client, queries]);
}
