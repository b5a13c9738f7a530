import { textName } from "@tidemark/core/text";
import * as Y from "yjs";
import { changeWords, type WordChange } from "./words.ts";

/** Editing session with its own document and client id, like an editor in the app. */
export interface TextEditor {
  readonly gen: number;
  /** Returns its current text. */
  content(): string;
  /** Merges the replica's document. */
  merge(state: Uint8Array): void;
  /** Changes its text. Returns the update for the replica, or null if nothing changed. */
  change(change: WordChange): Uint8Array | null;
  /** Like `change`, after many short sessions that typed and deleted a letter. */
  changeAtLength(change: WordChange): Uint8Array | null;
}

/** Number of sessions after which a document is due to be renewed, whatever its text. */
const shortSessions = 400;

export function openTextEditor(gen: number, state: Uint8Array, clientId: number): TextEditor {
  const doc = new Y.Doc();
  doc.clientID = clientId;
  Y.applyUpdate(doc, state);
  const text = doc.getText(textName);
  const changed = (change: WordChange, since: Uint8Array): Uint8Array | null => {
    const edits = changeWords(text.toString(), change).edits;
    if (edits.length === 0) return null;
    doc.transact(() => {
      for (const edit of edits) {
        if (edit.remove > 0) text.delete(edit.at, edit.remove);
        if (edit.insert !== "") text.insert(edit.at, edit.insert);
      }
    });
    return Y.encodeStateAsUpdate(doc, since);
  };
  return {
    gen,
    content: () => text.toString(),
    merge: (other) => Y.applyUpdate(doc, other),
    change: (change) => changed(change, Y.encodeStateVector(doc)),
    changeAtLength(change) {
      const before = Y.encodeStateVector(doc);
      for (let n = 1; n <= shortSessions; n += 1) {
        doc.clientID = Math.imul(clientId + n, 0x9e3779b1) >>> 0;
        text.insert(0, "x");
        text.delete(0, 1);
      }
      doc.clientID = clientId;
      return changed(change, before);
    },
  };
}
