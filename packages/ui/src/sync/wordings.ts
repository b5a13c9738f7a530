import type { SyncNote } from "@tidemark/core/model";
import type { RejectedOperation, WaitingOperation } from "@tidemark/core/router";
import { inList } from "../time/in-list.ts";
import { changeStrings, fieldStrings, noteStrings, refusalStrings } from "./code-strings.ts";

/** Returns the text of a log entry. */
export function noteInWords(note: SyncNote): string {
  switch (note.code) {
    case "exchanged":
      return exchanged(note.params);
    case "answers-again":
      return noteStrings.answersAgain;
    case "merged":
      return noteStrings.merged;
    case "visibility-clash":
      return noteStrings.visibilityClash;
    case "unreachable":
      return noteStrings.unreachable(note.params.host);
    case "session-ended":
      return noteStrings.sessionEnded;
    case "revoked":
      return noteStrings.revoked;
    case "wiped":
      return noteStrings.wiped;
    case "other-account":
      return noteStrings.otherAccount(note.params.here, note.params.there);
    case "server-busy":
      return noteStrings.serverBusy;
    case "server-error":
      return noteStrings.serverError(note.params.message);
    case "storage":
      return noteStrings.storage(note.params.message);
    case "server-too-old":
      return noteStrings.serverTooOld;
    case "app-too-old":
      return noteStrings.appTooOld;
    case "not-erased":
      return noteStrings.notErased;
    case "text":
      return note.params.text;
  }
}

/** Returns a shorter text for use beside the sync state, which already says that it waits or failed. */
export function problemInWords(note: SyncNote): string {
  return note.code === "server-error" || note.code === "storage"
    ? note.params.message
    : noteInWords(note);
}

function exchanged({ sent, received }: { sent: number; received: number }): string {
  if (received === 0) return noteStrings.sent(sent);
  if (sent === 0) return noteStrings.received(received);
  return noteStrings.exchanged(sent, received);
}

/** Returns the description of a pending or rejected change. */
export function changeInWords(what: WaitingOperation["what"]): string {
  switch (what.code) {
    case "file-added":
    case "file-renamed":
      return changeStrings[what.code](what.params.filename);
    case "memo-changed": {
      const { fields } = what.params;
      return fields.length === 0
        ? changeStrings["memo-time"]
        : changeStrings["memo-changed"](inList(fields.map(fieldInWords)));
    }
    default:
      return changeStrings[what.code];
  }
}

function fieldInWords(field: string): string {
  const known = Object.entries(fieldStrings).find(([name]) => name === field);
  return known?.[1] ?? field;
}

/** Returns the reason why the server rejected a change. */
export function refusalInWords(why: RejectedOperation["why"]): string {
  return refusalStrings[why];
}
