import type { OwnDeviceName } from "@tidemark/core/router";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { describeError, useClient } from "../data/client.tsx";
import { useFeedback } from "../feedback/feedback.ts";

const queryKey = ["sync", "deviceName"];

interface DeviceNaming {
  /** Undefined while loading. */
  readonly named: OwnDeviceName | undefined;
  /** Returns the new name; null if it failed, after showing an error. */
  rename(name: string): Promise<OwnDeviceName | null>;
}

/** Queries and sets the name of this device on the user's other devices. */
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
