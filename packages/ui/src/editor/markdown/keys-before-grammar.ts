import type { Extension } from "@codemirror/state";
import { type Command, keymap } from "@codemirror/view";
import { type PlainListKey, plainListKey } from "./plain-list-keys.ts";

/** Continues and nests lists with Enter and Tab until the grammar is loaded, which does so later. */
export const keysBeforeGrammar: Extension = keymap.of([
  { key: "Enter", run: byLine({ key: "Enter", shiftKey: false }) },
  {
    key: "Tab",
    run: byLine({ key: "Tab", shiftKey: false }),
    shift: byLine({ key: "Tab", shiftKey: true }),
  },
]);

function byLine(key: PlainListKey): Command {
  return (view) => {
    const { main } = view.state.selection;
    if (!main.empty) return false;
    const change = plainListKey(key, view.state.doc.toString(), main.head);
    if (change === null) return false;
    const { from, to, insert } = change;
    const isAtCaret = from === main.head;
    view.dispatch({
      changes: change,
      ...(isAtCaret ? { selection: { anchor: from + insert.length } } : {}),
      userEvent: from === to ? "input" : "delete",
      scrollIntoView: true,
    });
    return true;
  };
}
