import type { SyncNote } from "@tidemark/core/model";
import type { RejectedOperation, WaitingOperation } from "@tidemark/core/router";

/** What the log says of something that a sync did or met. */
export function noteInWords(note: SyncNote): string {
  switch (note.code) {
    case "exchanged":
      return exchanged(note.params);
    case "answers-again":
      return "The server answers again.";
    case "merged":
      return "Merged edits of a memo from here and from elsewhere.";
    case "visibility-clash":
      return "Two devices changed who can see a memo; the more private choice was kept.";
    case "unreachable":
      return `Could not reach ${note.params.host}.`;
    case "session-ended":
      return "The session has ended: sign in again.";
    case "revoked":
      return "This device was signed out from elsewhere.";
    case "wiped":
      return "This device was signed out from elsewhere: its data was removed, as was chosen here.";
    case "server-error":
      return `The server answered with an error: ${note.params.message}`;
    case "storage":
      return `Syncing waits: ${note.params.message}.`;
    case "server-too-old":
      return "The server is too old.";
    case "app-too-old":
      return "This app is too old.";
    case "not-erased":
      return "What was removed could not be erased from the disk yet, for want of space or because something else reads it. It is tried again.";
    case "text":
      return note.params.text;
  }
}

/** The same beside the state of the sync, which says already that it waits or failed. */
export function problemInWords(note: SyncNote): string {
  return note.code === "server-error" || note.code === "storage"
    ? note.params.message
    : noteInWords(note);
}

function exchanged({ sent, received }: { sent: number; received: number }): string {
  if (received === 0) return `Sent ${counted(sent)}.`;
  if (sent === 0) return `Received ${counted(received)}.`;
  return `Sent ${counted(sent)}, received ${counted(received)}.`;
}

function counted(changes: number): string {
  return changes === 1 ? "1 change" : `${changes} changes`;
}

/** What a change does that waits or was refused. */
export function changeInWords(what: WaitingOperation["what"]): string {
  switch (what.code) {
    case "file":
      return "A file";
    case "file-added":
      return `The file ${what.params.filename}`;
    case "file-moved":
      return "Where a file belongs";
    case "file-renamed":
      return `The name ${what.params.filename}`;
    case "file-removed":
      return "Removing a file";
    case "memo":
      return "A memo";
    case "memo-changed":
      return `A change of ${what.params.fields.join(", ") || "its time"}`;
    case "memo-purged":
      return "Removing the memo for good";
    case "memo-restored":
      return "Taking it out of the trash";
    case "memo-trashed":
      return "Moving it to the trash";
    case "reaction":
      return "A reaction";
    case "relation":
      return "A link to another memo";
    case "setting":
      return "A setting";
    case "text-edited":
      return "An edit of the text";
    case "view":
      return "A saved view";
    case "view-removed":
      return "Removing a saved view";
  }
}

/** Why the server refused a change. */
export function refusalInWords(why: RejectedOperation["why"]): string {
  switch (why) {
    case "removed-elsewhere":
      return "It was removed elsewhere.";
    case "not-in-space":
      return "You are not in that space any more.";
    case "file-denied":
      return "You may not attach it there.";
    case "file-too-large":
      return "It is larger than the server takes, or than your storage has room for.";
    case "file-invalid":
      return "The server does not take it.";
    case "file-missing":
      return "The server does not have it.";
    case "file-content-missing":
      return "Its content did not reach the server whole, or is not on this device any more.";
    case "memo-denied":
      return "You may not change this memo any more.";
    case "memo-purged":
      return "The memo was removed for good elsewhere.";
    case "memo-too-large":
      return "The text, or its history of edits, is larger than the server takes.";
    case "memo-invalid":
      return "The server does not take this value.";
    case "memo-missing":
      return "The memo is not there for you any more.";
    case "memo-base-missing":
      return "The server does not have what this change builds on.";
  }
}
