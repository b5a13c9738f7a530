import type { Extension } from "@codemirror/state";
import { type Command, EditorView, keymap } from "@codemirror/view";
import { type PlainKey, plainKey } from "./plain-keys/plain-keys.ts";

const typeBar = byText({ key: "|", shiftKey: false });

/** Continues and nests lists, quotes and tables until the grammar is loaded, which does so later. */
export const keysBeforeGrammar: Extension = [
  keymap.of([
    { key: "Enter", run: byText({ key: "Enter", shiftKey: false }) },
    { key: "Backspace", run: byText({ key: "Backspace", shiftKey: false }) },
    {
      key: "Tab",
      run: byText({ key: "Tab", shiftKey: false }),
      shift: byText({ key: "Tab", shiftKey: true }),
    },
  ]),
  EditorView.inputHandler.of((view, from, to, text) => {
    return text === "|" && from === to && typeBar(view);
  }),
];

function byText(key: PlainKey): Command {
  return (view) => {
    const { main, ranges } = view.state.selection;
    if (ranges.length > 1) return false;
    const change = plainKey(key, view.state.doc.toString(), main);
    if (change === null) return false;
    const { anchor, head, ...changes } = change;
    view.dispatch({
      changes,
      selection: { anchor, head },
      userEvent: key.key === "Backspace" ? "delete" : "input",
      scrollIntoView: true,
    });
    return true;
  };
}
