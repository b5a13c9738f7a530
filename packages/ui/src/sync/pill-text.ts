import type { SyncStatus } from "@tidemark/core/router";
import type { HostState } from "../data/host-connection.ts";
import { writtenAs } from "../language/language.ts";
import { timeLabel } from "../time/day-label.ts";
import { pillStrings } from "./pill-strings.ts";

/** Returns the sync state in a few words. `nowMs` Infinity omits the countdown. */
export function pillText(status: SyncStatus, nowMs: number, locale = writtenAs()): string {
  switch (status.state) {
    case "local":
      return pillStrings.localOnly;
    case "synced":
      if (status.rejected > 0) return pillStrings.syncedButNot(status.rejected);
      return status.lastSyncedMs === null
        ? pillStrings.syncedNow
        : pillStrings.synced(timeLabel(status.lastSyncedMs, locale));
    case "syncing":
      return pillStrings.syncing(status.waiting);
    case "offline":
      return pillStrings.offline(status.waiting);
    case "paused":
      return pillStrings.paused;
    case "sign-in":
      return pillStrings.signIn;
    case "error":
      return status.retryAtMs === null || status.retryAtMs <= nowMs
        ? pillStrings.error
        : pillStrings.retryIn(Math.ceil((status.retryAtMs - nowMs) / 1000));
    case "server-too-old":
      return pillStrings.serverTooOld;
    case "app-too-old":
      return pillStrings.appTooOld;
  }
}

/** Returns the pill's text while the host is away; null while it is up. */
export function hostText(host: HostState): string | null {
  return host === "up" ? null : pillStrings.host[host];
}

/** Returns true if syncing needs an action of the user. */
export function needsUser({ state, rejected }: SyncStatus): boolean {
  return rejected > 0 || ["sign-in", "server-too-old", "app-too-old"].includes(state);
}

/** Returns the host of a server's URL, for display. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
