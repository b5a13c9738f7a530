import type { SyncStatus } from "@tidemark/core/router";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { setUi } from "../state/ui-state.ts";
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
  /** Asks first and can be taken back. Nothing is lost by it: everything is on this device. */
  disconnect(status: Pick<SyncStatus, "serverUrl" | "waiting">): void;
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
    const attempt = (work: Promise<SyncStatus>): void => {
      work.then(show, (error: unknown) => feedback.fail(describeError(error)));
    };
    const undoDisconnect = async (): Promise<void> => {
      try {
        show(await client.sync.undoDisconnect.mutate());
      } catch (error) {
        feedback.fail(describeError(error));
        setUi({ isConnectOpen: true });
      }
    };
    const disconnectNow = async (): Promise<void> => {
      try {
        show(await client.sync.disconnect.mutate());
        feedback.say(syncStrings.disconnected, undoDisconnect);
      } catch (error) {
        feedback.fail(describeError(error));
      }
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
      disconnect({ serverUrl, waiting }) {
        const ask = (memos: number | null): void => {
          feedback.ask({
            title: syncStrings.disconnectTitle(hostOf(serverUrl ?? "")),
            body: syncStrings.disconnectBody(memos, waiting),
            action: syncStrings.disconnect,
            confirm: () => void disconnectNow(),
          });
        };
        client.memos.counts.query().then(
          ({ normal, archived }) => ask(normal + archived),
          () => ask(null),
        );
      },
    };
  }, [client, queries]);
}
