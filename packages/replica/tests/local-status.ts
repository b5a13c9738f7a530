import type { SyncStatus } from "@tidemark/core/router";

/** Status of a profile without a server. */
export const localStatus: SyncStatus = {
  state: "local",
  serverUrl: null,
  waiting: 0,
  rejected: 0,
  lastSyncedMs: null,
  error: null,
  retryAtMs: null,
};
