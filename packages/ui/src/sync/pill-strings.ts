import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const pillStrings = sentences({
  localOnly: msg`On this device`,
  synced: (time: string) => msg`Synced ${time}`,
  syncedNow: msg`Synced`,
  syncedButNot: (refused: number) => msg`${plural(refused, { other: "Synced, # rejected" })}`,
  syncing: (count: number) => msg`${plural(count, { 0: "Syncing", other: "Syncing #" })}`,
  offline: (count: number) => msg`${plural(count, { 0: "Offline", other: "Offline, # pending" })}`,
  paused: msg`Paused`,
  signIn: msg`Sign in again`,
  retryIn: (seconds: number) => msg`${plural(seconds, { other: "Error, retrying in # s" })}`,
  error: msg`Error`,
  serverTooOld: msg`Server too old`,
  appTooOld: msg`App too old`,
  host: {
    restarting: msg`Restarting…`,
    away: msg`Tidemark isn’t running`,
    locked: msg`Reopen Tidemark`,
  },
  pill: (state: string) => msg`Sync: ${state}`,
});
