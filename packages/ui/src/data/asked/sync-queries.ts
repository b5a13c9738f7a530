import { useQuery } from "@tanstack/react-query";
import { useClient } from "../client.tsx";
import { asked, queryKeys } from "../queries.ts";

/** Queries how the server's session key is stored. Reloaded each time. */
export function useKeyKept() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.keyKept,
    queryFn: () => client.sync.keyKept.query(),
    ...asked,
  });
}

/** Queries the pending changes, oldest first. */
export function useWaiting() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.waiting,
    queryFn: () => client.sync.waiting.query(),
    ...asked,
  });
}

/** Queries the rejected changes, newest first. */
export function useRejected() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.rejected,
    queryFn: () => client.sync.rejected.query(),
    ...asked,
  });
}

export function useSyncLog() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.syncLog,
    queryFn: () => client.sync.log.query(),
    ...asked,
  });
}

/** Queries the last server of this profile. Reloaded each time. */
export function useLastServer() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.lastServer,
    queryFn: () => client.sync.lastServer.query(),
    ...asked,
  });
}

/** Queries the devices of the account from the server. */
export function useDevices() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.devices,
    queryFn: () => client.sync.devices.query(),
    ...asked,
  });
}

/** Queries what this device stores besides the user's own memos. */
export function useFollowing() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.following,
    queryFn: () => client.sync.following.query(),
    ...asked,
  });
}

/**
 * Queries the device's data settings: the action on remote sign-out, the expiry of a copy from before an
 * update, and whether others see the user's cursor.
 */
export function useDeviceData() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.deviceData,
    queryFn: async () => ({
      onRevoked: await client.sync.onRevoked.query(),
      copiesUntilMs: await client.sync.copiesUntilMs.query(),
      showsCarets: await client.sync.showsCarets.query(),
    }),
    ...asked,
  });
}

/** Queries the storage that the server's files use on this device. */
export function useFileStorage() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.fileStorage,
    queryFn: () => client.storage.files.query(),
    ...asked,
  });
}
