import { msg } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

/** Sentences of the server's pages of memos. `npm run sentences` copies them to the server. */
export const pageStrings = sentences({
  sharedWith: msg`Shared from Tidemark`,
  byAuthor: (name: string) => msg`A memo by ${name}`,
  missing: msg`Nothing here`,
  missingBody: msg`This link has expired or isn’t valid. Ask the person who sent it for a new one.`,
  busy: msg`One moment, please`,
  busyBody: msg`This page is getting too many requests. Try again in a little while.`,
  cut: msg`This memo is too long to show in full. The rest is left out.`,
  asWritten: msg`This memo takes too long to format. Here’s its plain text.`,
  files: msg`Files`,
  publicMemos: msg`Public memos`,
  nothingPublic: msg`No public memos yet.`,
  readMore: msg`Read more`,
  olderMemos: msg`Older memos`,
  newestMemos: msg`Newest memos`,
  feed: msg`Feed`,
});
