import { textName } from "@tidemark/core/text";
import * as Y from "yjs";
import { changeWords, type WordChange } from "./words.ts";

/** An editing session: a document of its own under a client id of its own, as the screen has it. */
export interface TextEditor {
  readonly gen: number;
  /** What it shows. */
  content(): string;
  /** Takes in the replica's document. */
  merge(state: Uint8Array): void;
  /** Changes its text; returns the update for the replica, or null when nothing changed. */
  change(change: WordChange): Uint8Array | null;
}

export function openTextEditor(gen: number, state: Uint8Array, clientId: number): TextEditor {
  const doc = new Y.Doc();
  doc.clientID = clientId;
  Y.applyUpdate(doc, state);
  const text = doc.getText(textName);
  return {
    gen,
    content: () => text.toString(),
    merge: (other) => Y.applyUpdate(doc, other),
    change(change) {
      const before = Y.encodeStateVector(doc);
      const edits = changeWords(text.toString(), change).edits;
      if (edits.length === 0) return null;
      doc.transact(() => {
        for (const edit of edits) {
          if (edit.remove > 0) text.delete(edit.at, edit.remove);
          if (edit.insert !== "") text.insert(edit.at, edit.insert);
        }
      });
      return Y.encodeStateAsUpdate(doc, before);
    },
  };
}
