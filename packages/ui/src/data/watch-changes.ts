import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { setUi, useUi } from "../state/ui-state.ts";
import { useClient } from "./client.tsx";
import { readInboxAgain } from "./inbox-queries.ts";
import { unsavedText } from "./unsaved-text.ts";
import { refreshMemos } from "./memo-cache.ts";
import { queryKeys } from "./queries.ts";
import { readAgain } from "./read-again.ts";
import { readViewsAgain } from "./read-views.ts";

const reconnectDelayMs = 1000;
const editedRefreshMs = 1500;

/** Subscribes to the change feed and updates the query cache while mounted. */
export function useChangeFeed(): void {
  const client = useClient();
  const queries = useQueryClient();
  useEffect(() => {
    let editedTimer: ReturnType<typeof setTimeout> | undefined;
    // An edited memo changes with every pause in typing. The editor hides its card, which is reloaded only
    // occasionally.
    const refreshLater = (id: string): void => {
      editedTimer ??= setTimeout(() => {
        editedTimer = undefined;
        void refreshMemos(queries, client, [id]);
      }, editedRefreshMs);
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    let subscription: { unsubscribe(): void } | undefined;
    const subscribe = (): void => {
      subscription = client.changes.subscribe(undefined, {
        onData(change) {
          if (change.closing === true) {
            // Unsubscribes afterwards, to tell the host that this page sends nothing more. Before a restore
            // the page reloads: its state must not be written into the restored database.
            const then = change.restoring === true ? beginAnew : resubscribeLater;
            void unsavedText.flush().then(then);
            return;
          }
          const { editingId } = useUi.getState();
          const ids = change.memos?.filter((id) => id !== editingId) ?? null;
          if (ids === null || ids.length > 0) void refreshMemos(queries, client, ids);
          if (editingId !== null && change.memos?.includes(editingId) === true) {
            refreshLater(editingId);
          }
          if (change.own === true) {
            void readAgain(queries, queryKeys.general);
            void readViewsAgain(queries);
            void readAgain(queries, queryKeys.tagStyles);
          }
          if (change.inbox === true) void readInboxAgain(queries);
          if (change.transfer === true) {
            void readAgain(queries, queryKeys.transfer);
            // The first change invalidates everything, whether or not a transfer runs.
            if (change.memos !== null) setUi({ isTransferWatched: true });
          }
          if (change.sync) {
            void readAgain(queries, queryKeys.sync);
            void readAgain(queries, queryKeys.profile);
          }
        },
        // The feed first names everything to reload, so no change is missed in between.
        onError: resubscribeLater,
        onComplete: resubscribeLater,
      });
    };
    const beginAnew = (): void => {
      subscription?.unsubscribe();
      location.reload();
    };
    const resubscribeLater = (): void => {
      subscription?.unsubscribe();
      clearTimeout(timer);
      timer = setTimeout(subscribe, reconnectDelayMs);
    };
    subscribe();
    return () => {
      clearTimeout(timer);
      clearTimeout(editedTimer);
      subscription?.unsubscribe();
    };
  }, [client, queries]);
}
