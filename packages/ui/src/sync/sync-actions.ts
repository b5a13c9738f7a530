import type { SyncStatus } from "@tidemark/core/router";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { describeError, findAppError, useClient } from "../data/client.tsx";
import { queryKeys } from "../data/queries.ts";
import { useFeedback } from "../feedback/feedback.ts";
import { loadPersistently } from "../lazy/load-persistently.ts";
import { isPlain } from "./server-address.ts";
import { hostOf } from "./pill-text.ts";
import { syncStrings } from "./strings.ts";

export interface SyncActions {
  /** Connects to the first URL that responds. Rejects with the error of the server or the network. */
  connect(server: { urls: readonly string[]; username: string; password: string }): Promise<void>;
  /** Connects with a code created by another device. */
  connectByCode(server: { urls: readonly string[]; code: string }): Promise<void>;
  signIn(password: string): Promise<void>;
  now(): void;
  setPaused(paused: boolean): void;
  /**
   * Disconnects after a confirmation. Can be undone, and no data is lost: everything is on this device. A
   * browser signs out instead, and deletes its copy.
   */
  disconnect(status: SyncStatus): void;
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
    const connectAndSay = async (
      urls: readonly string[],
      connect: (url: string) => Promise<SyncStatus>,
    ): Promise<void> => {
      const url = await connectAt(urls, async (each) => show(await connect(each)));
      const host = hostOf(url);
      feedback.say(isPlain(url) ? syncStrings.connectedPlainly(host) : syncStrings.connected(host));
    };
    return {
      connect: ({ urls, ...account }) =>
        connectAndSay(urls, (url) => client.sync.connect.mutate({ url, ...account })),
      connectByCode: ({ urls, code }) =>
        connectAndSay(urls, (url) => client.sync.connectByCode.mutate({ url, code })),
      async signIn(password) {
        show(await client.sync.signIn.mutate({ password }));
      },
      now: () => attempt(client.sync.now.mutate()),
      setPaused: (paused) => attempt(client.sync.setPaused.mutate({ paused })),
      disconnect(status) {
        loadPersistently(() => import("./sign-out/ask-to-leave.ts")).then(
          ({ askToLeave }) => askToLeave({ client, queries, show }, status),
          (error: unknown) => feedback.fail(describeError(error)),
        );
      },
    };
  }, [client, queries]);
}

/** Returns the URL that worked. If none responds, throws the error of the last one. */
async function connectAt(
  urls: readonly string[],
  connect: (url: string) => Promise<void>,
): Promise<string> {
  let failure: unknown;
  for (const url of urls) {
    try {
      await connect(url);
      return url;
    } catch (error) {
      if (findAppError(error)?.code !== "UNAVAILABLE") throw error;
      failure = error;
    }
  }
  throw failure;
}
