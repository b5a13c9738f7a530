import { msg } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

/** The words of the page that a server shows for a link to a memo. `npm run sentences` copies them there. */
export const pageStrings = sentences({
  sharedWith: msg`Shared with Tidemark`,
  byAuthor: (name: string) => msg`A memo by ${name}`,
  missing: msg`There is nothing here`,
  missingBody: msg`This link has ended, or never led anywhere. Whoever gave it to you can make a new one.`,
  busy: msg`One moment, please`,
  busyBody: msg`This page is asked for more often than it can be shown. Try again a little later.`,
  cut: msg`This memo is longer than a page like this shows. The rest of it is left out.`,
  asWritten: msg`This memo takes too long to be set as a page. Here is its text as it was written.`,
  files: msg`Files`,
});
