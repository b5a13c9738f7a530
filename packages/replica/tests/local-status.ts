import type { SyncStatus } from "@tidemark/core/router";

/** Of a profile that has no server, for tests. */
export const localStatus: SyncStatus = {
  state: "local",
  serverUrl: null,
  waiting: 0,
  rejected: 0,
  lastSyncedMs: null,
  error: null,
  retryAtMs: null,
};
