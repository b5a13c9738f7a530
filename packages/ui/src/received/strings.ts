import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const receivedStrings = sentences({
  title: msg`Shared with Tidemark`,
  help: msg`Saved as a memo only if you save it.`,
  more: (count: number) =>
    msg`${plural(count, { one: "# more shared item is waiting.", other: "# more shared items are waiting." })}`,
  adding: msg`Adding files…`,
  notAdded: (name: string, why: string) => msg`Couldn’t add ${name}. ${why}`,
  discard: msg`Discard`,
  discardTitle: msg`Discard what was shared?`,
  discardBody: msg`Deletes its text and files from this browser.`,
  notDiscarded: (why: string) => msg`Couldn’t discard it. ${why}`,
  close: msg`Close`,
  kept: msg`Draft saved`,
  saved: msg`Memo saved`,
  open: msg`Open`,
  tooLarge: msg`That’s too much to share at once. Tidemark accepts 20 files and 128 MB.`,
  tooMany: msg`Too many shared items are waiting. Save or discard some, then share again.`,
  unreadable: msg`Couldn’t read what was shared.`,
  full: msg`There’s no room in this browser for what was shared.`,
});
