import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

// What codes of the sync mean. Parameters are names, or what a server said in its own words.

export const noteStrings = sentences({
  sent: (sent: number) => msg`${plural(sent, { one: "Sent # change.", other: "Sent # changes." })}`,
  received: (received: number) =>
    msg`${plural(received, { one: "Received # change.", other: "Received # changes." })}`,
  exchanged: (sent: number, received: number) =>
    msg`Sent ${plural(sent, { one: "# change", other: "# changes" })}, received ${plural(received, {
      one: "# change",
      other: "# changes",
    })}.`,
  answersAgain: msg`The server answers again.`,
  merged: msg`Merged edits of a memo from here and from elsewhere.`,
  visibilityClash: msg`Two devices changed who can see a memo; the more private choice was kept.`,
  unreachable: (host: string) => msg`Could not reach ${host}.`,
  sessionEnded: msg`The session has ended: sign in again.`,
  revoked: msg`This device was signed out from elsewhere.`,
  wiped: msg`This device was signed out from elsewhere: its data was removed, as was chosen here.`,
  serverBusy: msg`The server has too much to do now.`,
  serverError: (message: string) => msg`The server answered with an error: ${message}`,
  storage: (message: string) => msg`Syncing waits: ${message}.`,
  serverTooOld: msg`The server is too old.`,
  appTooOld: msg`This app is too old.`,
  notErased: msg`What was removed could not be erased from the disk yet, for want of space or because something else reads it. It is tried again.`,
});

export const changeStrings = sentences({
  file: msg`A file`,
  "file-added": (filename: string) => msg`The file ${filename}`,
  "file-moved": msg`Where a file belongs`,
  "file-renamed": (filename: string) => msg`The name ${filename}`,
  "file-removed": msg`Removing a file`,
  memo: msg`A memo`,
  "memo-changed": (fields: string) => msg`A change of ${fields}`,
  "memo-time": msg`A change of its time`,
  "memo-purged": msg`Removing the memo for good`,
  "memo-restored": msg`Taking it out of the trash`,
  "memo-trashed": msg`Moving it to the trash`,
  reaction: msg`A reaction`,
  relation: msg`A link to another memo`,
  setting: msg`A setting`,
  "text-edited": msg`An edit of the text`,
  view: msg`A saved view`,
  "view-removed": msg`Removing a saved view`,
});

/** What a change of a memo may be of, within a list of such words. */
export const fieldStrings = sentences({
  state: msg({ message: "state", context: "of a memo" }),
  visibility: msg({ message: "visibility", context: "of a memo" }),
  pinned: msg({ message: "pinned", context: "of a memo" }),
  space: msg({ message: "space", context: "of a memo" }),
  location: msg({ message: "location", context: "of a memo" }),
  createdMs: msg({ message: "time of writing", context: "of a memo" }),
});

export const refusalStrings = sentences({
  "removed-elsewhere": msg`It was removed elsewhere.`,
  "not-in-space": msg`You are not in that space any more.`,
  "file-denied": msg`You may not attach it there.`,
  "file-too-large": msg`It is larger than the server takes, or than your storage has room for.`,
  "file-invalid": msg`The server does not take it.`,
  "file-missing": msg`The server does not have it.`,
  "file-content-missing": msg`Its content did not reach the server whole, or is not on this device any more.`,
  "memo-denied": msg`You may not change this memo any more.`,
  "memo-purged": msg`The memo was removed for good elsewhere.`,
  "memo-too-large": msg`The text, or its history of edits, is larger than the server takes.`,
  "memo-invalid": msg`The server does not take this value.`,
  "memo-missing": msg`The memo is not there for you any more.`,
  "memo-base-missing": msg`The server does not have what this change builds on.`,
});
