import { useQueryClient } from "@tanstack/react-query";
import { describeError, useClient } from "../data/client.tsx";
import { queryKeys } from "../data/queries.ts";
import { useFeedback } from "../feedback/feedback.ts";

/**
 * Returns a function that starts or stops storing others' public memos on this device. Resolves to false if
 * it failed, after showing an error.
 */
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
