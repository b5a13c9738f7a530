import { msg, plural } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

// Sentences for the codes that sync reports. Parameters are names, or messages from the server.

export const noteStrings = sentences({
  sent: (sent: number) => msg`${plural(sent, { one: "Sent # change.", other: "Sent # changes." })}`,
  received: (received: number) =>
    msg`${plural(received, { one: "Received # change.", other: "Received # changes." })}`,
  exchanged: (sent: number, received: number) =>
    msg`Sent ${plural(sent, { one: "# change", other: "# changes" })}, received ${plural(received, {
      one: "# change",
      other: "# changes",
    })}.`,
  answersAgain: msg`The server is responding again.`,
  merged: msg`Merged edits made here and elsewhere to the same memo.`,
  visibilityClash: msg`Two devices changed a memo’s visibility. The more private one was kept.`,
  unreachable: (host: string) => msg`Couldn’t reach ${host}.`,
  sessionEnded: msg`Your session ended. Sign in again.`,
  revoked: msg`This device was signed out remotely.`,
  wiped: msg`This device was signed out remotely. Its data was removed, as you chose in Settings.`,
  otherAccount: (here: string, there: string) =>
    msg`You’re signed in as ${there}, but this browser has the memos of ${here}. Sign in as ${here} to keep syncing.`,
  serverBusy: msg`The server is busy right now.`,
  serverError: (message: string) => msg`The server returned an error: ${message}`,
  storage: (message: string) => msg`Can’t sync: ${message}.`,
  serverTooOld: msg`The server is too old for this app.`,
  appTooOld: msg`This app is too old for the server.`,
  notErased: msg`Couldn’t erase deleted data from the disk: it’s low on space or in use. Tidemark will try again.`,
});

export const changeStrings = sentences({
  file: msg`File`,
  "file-added": (filename: string) => msg`New file ${filename}`,
  "file-moved": msg`File moved`,
  "file-renamed": (filename: string) => msg`File renamed to ${filename}`,
  "file-removed": msg`File removed`,
  memo: msg`Memo`,
  "memo-changed": (fields: string) => msg`Changed ${fields}`,
  "memo-time": msg`Changed time`,
  "memo-purged": msg`Deleted memo permanently`,
  "memo-restored": msg`Restored from the trash`,
  "memo-trashed": msg`Moved to the trash`,
  reaction: msg`Reaction`,
  relation: msg`Link to another memo`,
  setting: msg`Setting`,
  "text-edited": msg`Edited text`,
  view: msg`Saved view`,
  "view-removed": msg`Deleted saved view`,
});

/** Names of a memo's fields, as items of a list. */
export const fieldStrings = sentences({
  state: msg({ message: "status", context: "of a memo" }),
  visibility: msg({ message: "visibility", context: "of a memo" }),
  pinned: msg({ message: "pin", context: "of a memo" }),
  space: msg({ message: "space", context: "of a memo" }),
  location: msg({ message: "location", context: "of a memo" }),
  createdMs: msg({ message: "date", context: "of a memo" }),
});

export const refusalStrings = sentences({
  "removed-elsewhere": msg`It was deleted elsewhere.`,
  "not-in-space": msg`You’re no longer in that space.`,
  "file-denied": msg`You can’t attach files there.`,
  "file-too-large": msg`It’s larger than the server allows, or your storage is full.`,
  "file-invalid": msg`The server doesn’t accept this file.`,
  "file-missing": msg`The server doesn’t have this file.`,
  "file-content-missing": msg`The upload didn’t finish, or the file is no longer on this device.`,
  "memo-denied": msg`You can no longer change this memo.`,
  "memo-purged": msg`The memo was permanently deleted elsewhere.`,
  "memo-too-large": msg`The text or its edit history is larger than the server allows.`,
  "memo-invalid": msg`The server doesn’t accept this value.`,
  "memo-missing": msg`You no longer have access to this memo.`,
  "memo-base-missing": msg`The server is missing an earlier change that this one needs.`,
});
