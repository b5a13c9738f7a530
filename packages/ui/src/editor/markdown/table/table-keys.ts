import { EditorSelection, type EditorState, type TransactionSpec } from "@codemirror/state";
import type { Command, EditorView, KeyBinding } from "@codemirror/view";
import { tableAt, writtenRows, type Table, type TableCell, type TableRow } from "./read-table.ts";
import { alignTable } from "./align-table.ts";
import { textWidth } from "./text-width.ts";

/** Key bindings in a table; elsewhere the keys keep their usual function. */
export const tableKeys: readonly KeyBinding[] = [
  { key: "Tab", run: inTable(nextCell), shift: inTable(previousCell) },
  { key: "Enter", run: inTable(nextRow) },
];

/** Aligns the table at the caret, or inserts one. */
export function alignOrInsert(view: EditorView): void {
  if (!alignTable(view)) view.dispatch(begin(view.state));
}

type Move = (state: EditorState, table: Table, at: number) => TransactionSpec | null;

function inTable(move: Move): Command {
  return (view) => {
    const { state } = view;
    const { empty, head } = state.selection.main;
    if (!empty) return false;
    const table = tableAt(state, head);
    const change = table === null ? null : move(state, table, head);
    if (change === null) return false;
    view.dispatch({ ...change, scrollIntoView: true });
    return true;
  };
}

function caretIn(cell: TableCell | undefined, fallback: number): EditorSelection {
  if (cell === undefined) return EditorSelection.single(fallback);
  const words = cell.text.trim();
  const lead = words === "" ? Math.min(1, cell.text.length) : cell.text.trimEnd().length;
  return EditorSelection.single(cell.from + lead);
}

function cellsOf(table: Table): readonly TableCell[] {
  return writtenRows(table).flatMap(({ cells }) => cells);
}

function nextCell(state: EditorState, table: Table, at: number): TransactionSpec | null {
  const next = cellsOf(table).find(({ from }) => from > at);
  if (next !== undefined) return { selection: caretIn(next, at), userEvent: "select" };
  return addRow(state, table, lastRow(table));
}

/** Moves to the previous cell. In the first cell the key leaves the table and the editor. */
function previousCell(_state: EditorState, table: Table, at: number): TransactionSpec | null {
  const previous = cellsOf(table).findLast(({ to }) => to < at);
  return previous === undefined ? null : { selection: caretIn(previous, at), userEvent: "select" };
}

/** Adds a row below, or deletes an empty last row to leave the table. */
function nextRow(state: EditorState, table: Table, at: number): TransactionSpec | null {
  const line = state.doc.lineAt(at);
  const row = [table.header, table.rule, ...table.body].find(
    ({ from }) => from >= line.from && from <= line.to,
  );
  // Enter before a row inserts a line above it, as elsewhere.
  if (row === undefined || at <= row.from) return null;
  const isLast = row === lastRow(table) && row !== table.header;
  if (isLast && row !== table.rule && row.cells.every(({ text }) => text.trim() === "")) {
    return {
      changes: { from: row.from, to: row.to },
      selection: EditorSelection.single(row.from),
      userEvent: "input",
    };
  }
  return addRow(state, table, row === table.header ? table.rule : row);
}

function lastRow({ rule, body }: Table): TableRow {
  return body.at(-1) ?? rule;
}

/** Adds an empty row with the column widths and the prefix of the row above. */
function addRow(state: EditorState, table: Table, above: TableRow): TransactionSpec {
  const line = state.doc.lineAt(above.from);
  const lead = state.sliceDoc(line.from, above.from);
  // Only the first row of a list item has the item's marker.
  const front = lead.replaceAll(/[^\s>]/g, " ");
  const cells = table.header.cells.map((_, at) => {
    const text = above.cells[at]?.text ?? "   ";
    return " ".repeat(Math.max(3, textWidth(text)));
  });
  const insert = `${state.lineBreak}${front}|${cells.join("|")}|`;
  return {
    changes: { from: line.to, insert },
    selection: EditorSelection.single(line.to + state.lineBreak.length + front.length + 2),
    userEvent: "input",
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
