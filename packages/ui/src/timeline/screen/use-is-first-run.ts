import { useCounts, useProfile } from "../../data/queries.ts";

/** Whether there is nothing yet, here or on a server; false until that is known. */
export function useIsFirstRun(): boolean {
  const counts = useCounts().data;
  const profile = useProfile().data;
  if (counts === undefined || profile === undefined) return false;
  return counts.normal + counts.archived + counts.trashed === 0 && profile.serverUrl === null;
}
