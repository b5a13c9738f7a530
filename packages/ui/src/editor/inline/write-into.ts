import { isolateHistory } from "@codemirror/commands";
import type { EditorView } from "@codemirror/view";
import { placeWords } from "../../attachments/transcript/place-words.ts";

/**
 * Writes a recording's words into a text that is open, in one step back; the caret stays where one
 * types. False where it is open no more.
 */
export function writeInto(view: EditorView | null, attachment: string, words: string): boolean {
  if (view === null || !view.dom.isConnected) return false;
  const { at, insert } = placeWords(view.state.doc.toString(), attachment, words);
  const changes = view.state.changes({ from: at, insert });
  view.dispatch({
    changes,
    selection: view.state.selection.map(changes, -1),
    userEvent: "input.paste",
    annotations: isolateHistory.of("full"),
  });
  return true;
}
