import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { describeError, findAppError, useClient } from "../../data/client.tsx";
import { queryKeys } from "../../data/queries.ts";
import { useFeedback } from "../../feedback/feedback.ts";
import { syncStrings } from "../strings.ts";

/** Actions on a rejected change, by its number. */
export interface RefusedActions {
  copyToNew(n: number): void;
  retry(n: number): void;
  discard(n: number): void;
}

export function useRefusedActions(): RefusedActions {
  const client = useClient();
  const queries = useQueryClient();
  return useMemo(() => {
    const feedback = useFeedback.getState();
    const attempt = (work: Promise<unknown>, said: string, notFound?: string): void => {
      work
        .then(
          () => feedback.say(said),
          (error: unknown) => {
            const isGone = findAppError(error)?.code === "NOT_FOUND";
            feedback.fail((isGone ? notFound : undefined) ?? describeError(error));
          },
        )
        .finally(() => queries.invalidateQueries({ queryKey: queryKeys.sync }))
        .catch(() => undefined);
    };
    return {
      copyToNew: (n) => attempt(client.sync.copyToNew.mutate({ n }), syncStrings.copiedToNew),
      retry: (n) =>
        attempt(client.sync.retry.mutate({ n }), syncStrings.triedAgain, syncStrings.noTarget),
      discard: (n) => attempt(client.sync.discard.mutate({ n }), syncStrings.discarded),
    };
  }, [client, queries]);
}
