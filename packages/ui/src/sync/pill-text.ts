import type { SyncStatus } from "@tidemark/core/router";
import type { HostState } from "../data/host-connection.ts";
import { writtenAs } from "../language/language.ts";
import { timeLabel } from "../time/day-label.ts";
import { pillStrings } from "./pill-strings.ts";

/** The state of the sync in as few words as say it. `nowMs` Infinity: without a time that is counted down. */
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

/** What stands in the pill's place while the host is away; null while it is there. */
export function hostText(host: HostState): string | null {
  return host === "up" ? null : pillStrings.host[host];
}

/** Whether nothing goes on until its user does something. */
export function needsUser({ state, rejected }: SyncStatus): boolean {
  return rejected > 0 || ["sign-in", "server-too-old", "app-too-old"].includes(state);
}

/** The host of the server's address, as a person calls it. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
