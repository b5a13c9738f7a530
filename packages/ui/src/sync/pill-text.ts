import type { SyncStatus } from "@tidemark/core/router";
import type { HostState } from "../data/host-connection.ts";
import { writtenAs } from "../language/language.ts";
import { timeLabel } from "../time/day-label.ts";
import { syncStrings } from "./strings.ts";

/** The state of the sync in as few words as say it. `nowMs` Infinity: without a time that is counted down. */
export function pillText(status: SyncStatus, nowMs: number, locale = writtenAs()): string {
  switch (status.state) {
    case "local":
      return syncStrings.localOnly;
    case "synced":
      if (status.rejected > 0) return syncStrings.syncedButNot(status.rejected);
      return status.lastSyncedMs === null
        ? syncStrings.syncedNow
        : syncStrings.synced(timeLabel(status.lastSyncedMs, locale));
    case "syncing":
      return syncStrings.syncing(status.waiting);
    case "offline":
      return syncStrings.offline(status.waiting);
    case "paused":
      return syncStrings.paused;
    case "sign-in":
      return syncStrings.signIn;
    case "error":
      return status.retryAtMs === null || status.retryAtMs <= nowMs
        ? syncStrings.error
        : syncStrings.retryIn(Math.ceil((status.retryAtMs - nowMs) / 1000));
    case "server-too-old":
      return syncStrings.serverTooOld;
    case "app-too-old":
      return syncStrings.appTooOld;
  }
}

/** What stands in the pill's place while the host is away; null while it is there. */
export function hostText(host: HostState): string | null {
  return host === "up" ? null : syncStrings.host[host];
}

/** Whether nothing goes on until its user does something. */
export function needsUser({ state, rejected }: SyncStatus): boolean {
  return rejected > 0 || ["sign-in", "server-too-old", "app-too-old"].includes(state);
}

/** The host of the server's address, as a person calls it. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
