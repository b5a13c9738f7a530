import type { OwnDeviceName } from "@tidemark/core/router";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { describeError, useClient } from "../data/client.tsx";
import { useFeedback } from "../feedback/feedback.ts";

const queryKey = ["sync", "deviceName"];

interface DeviceNaming {
  /** undefined while it is asked for. */
  readonly named: OwnDeviceName | undefined;
  /** Gives what it is called then; null: that failed, and was said. */
  rename(name: string): Promise<OwnDeviceName | null>;
}

/** What the user's other devices call this one. */
export function useDeviceName(): DeviceNaming {
  const client = useClient();
  const queries = useQueryClient();
  const named = useQuery({
    queryKey,
    queryFn: () => client.sync.deviceName.query(),
    refetchOnMount: "always",
  }).data;
  return {
    named,
    async rename(name) {
      try {
        const after = await client.sync.renameDevice.mutate({ name });
        queries.setQueryData(queryKey, after);
        return after;
      } catch (problem) {
        useFeedback.getState().fail(describeError(problem));
        return null;
      }
    },
  };
}
