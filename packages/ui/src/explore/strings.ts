import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const exploreStrings = sentences({
  offerTitle: msg`Keep what others share on this device`,
  offerBody: (host: string) =>
    msg`What people on ${host} show to everybody comes here: to read, search and comment, also without a network. Your timeline stays yours.`,
  offer: msg`Keep it here`,
  offerStop: msg`You can stop at any time, here or in the sync panel. It then goes from this device, and nothing of yours does.`,
  coming: msg`What others share is on its way…`,
  comingBody: msg`The first memos show as soon as they are here.`,
  waiting: msg`It comes as soon as the server can be reached.`,
  shown: (host: string) => msg`Shown to everybody on ${host}`,
  offlineSince: (when: string) => msg`Not connected. Showing what was here ${when}.`,
  offline: msg`Not connected. Showing what this device has.`,
  stop: msg`Stop keeping it`,
  stopped: msg`What others share is no longer kept here`,
  everybody: msg`Show everybody`,
  memosSince: (count: number, day: string) =>
    msg`${plural(count, { one: "# memo", other: "# memos" })} since ${day}`,
  manySince: (count: number, day: string) =>
    msg`${plural(count, { other: "More than # memos" })} since ${day}`,
  factsFailed: msg`How much of it is here could not be read.`,
  nothingOf: (name: string) => msg`Nothing by ${name} is here`,
  nothingOfBody: msg`They show nothing to everybody, or nobody has that name.`,
  nothingOfOffline: msg`If they show something, it comes as soon as the server can be reached.`,
  nothingOfOwn: msg`You show nothing to everybody`,
  nobody: msg`There is nobody else here`,
  nobodyBody: msg`On a server with other people, what they show to everybody and what they write to you is found here.`,
});
