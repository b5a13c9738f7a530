import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { TagRunView } from "@tidemark/core/router";
import { useMemo } from "react";
import { describeError, useClient } from "../../data/client.tsx";
import { queryKeys } from "../../data/queries.ts";
import { useFeedback } from "../../feedback/feedback.ts";
import { setUi } from "../../state/ui-state.ts";

/** Polling interval of a running change, in milliseconds. */
const everyMs = 250;

export function isUnderWay(run: TagRunView | null | undefined): boolean {
  return run?.state === "running" || run?.state === "undoing";
}

/** Queries the running or last tag change, and the tags that reappeared since. */
export function useTagRunStatus() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.tagRun,
    queryFn: () => client.tags.status.query(),
    staleTime: 0,
    refetchInterval: ({ state }) => (isUnderWay(state.data?.run) ? everyMs : false),
  });
}

export interface TagRunActions {
  /** Resolves when the change is running; to false if it was rejected, after showing an error. */
  start(change: { readonly from: string; readonly to: string | null }): Promise<boolean>;
  stop(): Promise<void>;
  resume(id: string): Promise<void>;
  undo(id: string): Promise<void>;
  dismiss(from: string): Promise<void>;
}

export function useTagRunActions(): TagRunActions {
  const client = useClient();
  const queries = useQueryClient();
  return useMemo(() => {
    /** Reloads the status, so watchers don't see the previous change. */
    const look = (): Promise<unknown> =>
      queries.fetchQuery({
        queryKey: queryKeys.tagRun,
        queryFn: () => client.tags.status.query(),
        staleTime: 0,
      });
    async function attempt(act: () => Promise<string | null>): Promise<boolean> {
      try {
        const watched = await act();
        await look();
        if (watched !== null) setUi({ tagRunId: watched });
        return true;
      } catch (error) {
        useFeedback.getState().fail(describeError(error));
        return false;
      }
    }
    const run = async (act: () => Promise<string | null>): Promise<void> => {
      await attempt(act);
    };
    return {
      start: (change) => attempt(async () => (await client.tags.change.mutate(change)).id),
      stop: () => run(() => client.tags.stop.mutate().then(() => null)),
      resume: (id) => run(() => client.tags.resume.mutate({ id }).then(() => id)),
      undo: (id) => run(() => client.tags.undo.mutate({ id }).then(() => id)),
      dismiss: (from) => run(() => client.tags.dismiss.mutate({ from }).then(() => null)),
    };
  }, [client, queries]);
}
