import { useSyncStatus } from "../data/queries.ts";
import { agoInside } from "../time/ago.ts";
import { useMinute } from "../time/use-minute.ts";
import { exploreStrings } from "./strings.ts";

/** Returns the message of a device that isn't in sync with its server; null while it is. */
export function useOfflineWords(): string | null {
  const status = useSyncStatus().data;
  const nowMs = useMinute();
  if (status === undefined || status.state === "synced" || status.state === "syncing") return null;
  const { lastSyncedMs } = status;
  return lastSyncedMs === null
    ? exploreStrings.offline
    : exploreStrings.offlineSince(agoInside(lastSyncedMs, nowMs));
}
