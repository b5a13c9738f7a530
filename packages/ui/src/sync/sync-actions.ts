import type { SyncStatus } from "@tidemark/core/router";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { describeError, useClient } from "../data/client.tsx";
import { queryKeys } from "../data/queries.ts";
import { useFeedback } from "../feedback/feedback.ts";
import { hostOf } from "./pill-text.ts";
import { syncStrings } from "./strings.ts";

export interface SyncActions {
  /** Rejects with what the server, or the way to it, had to say. */
  connect(server: { url: string; username: string; password: string }): Promise<void>;
  signIn(password: string): Promise<void>;
  now(): void;
  setPaused(paused: boolean): void;
  /** Nothing is lost by it: everything is on this device. */
  disconnect(): void;
}

export function useSyncActions(): SyncActions {
  const client = useClient();
  const queries = useQueryClient();
  return useMemo(() => {
    const feedback = useFeedback.getState();
    const show = (status: SyncStatus): void => {
      queries.setQueryData(queryKeys.sync, status);
      void queries.invalidateQueries({ queryKey: queryKeys.profile });
    };
    const attempt = (work: Promise<SyncStatus>, said?: string): void => {
      work.then(
        (status) => {
          show(status);
          if (said !== undefined) feedback.say(said);
        },
        (error: unknown) => feedback.fail(describeError(error)),
      );
    };
    return {
      async connect(server) {
        show(await client.sync.connect.mutate(server));
        feedback.say(syncStrings.connected(hostOf(server.url)));
      },
      async signIn(password) {
        show(await client.sync.signIn.mutate({ password }));
      },
      now: () => attempt(client.sync.now.mutate()),
      setPaused: (paused) => attempt(client.sync.setPaused.mutate({ paused })),
      disconnect: () => attempt(client.sync.disconnect.mutate(), syncStrings.disconnected),
    };
  }, [client, queries]);
}
