import { EditorSelection, type EditorState, type TransactionSpec } from "@codemirror/state";
import { type Command, EditorView, type KeyBinding } from "@codemirror/view";
import { tableAt } from "./read-table.ts";
import { alignTable } from "./align-table.ts";
import { isPlaceholder, nextCell, nextRow, overBar, previousCell } from "./table-moves.ts";

/** Key bindings in a table; elsewhere the keys keep their usual function. */
export const tableKeys: readonly KeyBinding[] = [
  { key: "Tab", run: inTable(nextCell), shift: inTable(previousCell) },
  { key: "Enter", run: inTable(nextRow) },
];

const moveOverBar = inTable(overBar);

/** Moves over the bars of a row that are typed again. A typed letter, because some layouts have bars behind AltGr. */
export const typedBars = EditorView.inputHandler.of((view, from, to, text) => {
  return text === "|" && from === to && moveOverBar(view);
});

/** Aligns the table at the caret, or inserts one. */
export function alignOrInsert(view: EditorView): void {
  if (!alignTable(view)) view.dispatch(begin(view.state));
}

type Move = typeof nextCell;

function inTable(move: Move): Command {
  return (view) => {
    const { state } = view;
    const { empty, from, to, head } = state.selection.main;
    const table = tableAt(state, head);
    if (table === null || !(empty || isPlaceholder(table, state.sliceDoc(from, to), from))) {
      return false;
    }
    const change = move((at) => state.doc.lineAt(at), table, head);
    if (change === null) return false;
    const { insert, anchor, head: newHead } = change;
    const isMove = change.from === change.to && insert === "";
    view.dispatch({
      ...(isMove ? {} : { changes: { from: change.from, to: change.to, insert } }),
      selection: EditorSelection.single(anchor, newHead),
      userEvent: isMove ? "select" : "input",
      scrollIntoView: true,
    });
    return true;
  };
}

function begin(state: EditorState): TransactionSpec {
  const line = state.doc.lineAt(state.selection.main.head);
  const isFree = line.text.trim() === "";
  const isApart = line.number === 1 || state.doc.line(line.number - 1).text.trim() === "";
  const lead = isFree ? (isApart ? "" : "\n") : "\n\n";
  const insert = `${lead}|     |     |\n| --- | --- |\n|     |     |`;
  return {
    changes: { from: line.to, insert },
    selection: EditorSelection.single(line.to + lead.length + 2),
    scrollIntoView: true,
    userEvent: "input",
  };
}
