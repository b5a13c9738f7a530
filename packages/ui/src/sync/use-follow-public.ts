import { useQueryClient } from "@tanstack/react-query";
import { describeError, useClient } from "../data/client.tsx";
import { queryKeys } from "../data/queries.ts";
import { useFeedback } from "../feedback/feedback.ts";

/** Begins or stops to keep what others show to everybody on this device; false: that failed, and was said. */
export function useFollowPublic(): (isOn: boolean) => Promise<boolean> {
  const client = useClient();
  const queries = useQueryClient();
  return async (isOn) => {
    try {
      await client.sync.setFollowPublic.mutate({ isOn });
      await queries.invalidateQueries({ queryKey: queryKeys.following });
      return true;
    } catch (problem) {
      useFeedback.getState().fail(describeError(problem));
      return false;
    }
  };
}
