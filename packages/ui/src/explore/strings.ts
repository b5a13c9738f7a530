import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const exploreStrings = sentences({
  offerTitle: msg`Keep shared memos offline`,
  offerBody: (host: string) =>
    msg`Read, search and comment on memos shared with everyone on ${host}, even offline. They don’t appear in your timeline.`,
  offer: msg`Keep offline`,
  offerStop: msg`You can stop anytime, here or in the sync panel. This removes shared memos from this device, never your own.`,
  coming: msg`Downloading shared memos…`,
  comingBody: msg`Memos appear as they’re downloaded.`,
  waiting: msg`The download starts when the server is reachable.`,
  shown: (host: string) => msg`Shared with everyone on ${host}`,
  offlineSince: (when: string) => msg`Not connected. Last synced ${when}.`,
  offline: msg`Not connected. Showing what’s on this device.`,
  stop: msg`Stop keeping offline`,
  stopped: msg`Shared memos are no longer kept offline`,
  everybody: msg`Show everyone`,
  memosSince: (count: number, day: string) =>
    msg`${plural(count, { one: "# memo", other: "# memos" })} since ${day}`,
  manySince: (count: number, day: string) =>
    msg`${plural(count, { other: "More than # memos" })} since ${day}`,
  factsFailed: msg`Couldn’t load the memo count.`,
  nothingOf: (name: string) => msg`No memos by ${name}`,
  nothingOfBody: msg`Nothing shared, or no such user.`,
  nothingOfOffline: msg`Any shared memos will appear when the server is reachable.`,
  nothingOfOwn: msg`You haven’t shared anything`,
  nobody: msg`No one else here yet`,
  nobodyBody: msg`On a server with other people, memos they share with everyone and messages to you appear here.`,
});
