import { editorStrings } from "../../strings.ts";
import { type Table, type TableCell, type TableRow, writtenRows } from "./table-row.ts";
import { textWidth } from "./text-width.ts";

/** Change of a text by a key, with the selection after it, in UTF-16 units. */
export interface KeyChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly anchor: number;
  readonly head: number;
}

/** Line of a text, without its end. */
interface Line {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Returns the line at an offset. */
export type LineAt = (at: number) => Line;

/** Returns true if the selected text, which begins at `from`, is a placeholder of a new table. */
export function isPlaceholder(table: Table, selected: string, from: number): boolean {
  const cell = table.header.cells.find((each) => each.from <= from && from <= each.to);
  return cell !== undefined && placeholderIn(table, cell) === selected;
}

/** Returns the words with which a new table names a cell's column; `null` if it has others. */
function placeholderIn({ header }: Table, cell: TableCell): string | null {
  const at = header.cells.findIndex(({ from }) => from === cell.from);
  const words = editorStrings.column(at + 1);
  return at >= 0 && cell.text.trim() === words ? words : null;
}

/** Selects a cell's placeholder, or sets the caret after its text. */
function select(table: Table, cell: TableCell): KeyChange {
  const words = cell.text.trim();
  const lead = words === "" ? Math.min(1, cell.text.length) : cell.text.trimEnd().length;
  const head = cell.from + lead;
  const anchor = placeholderIn(table, cell) === null ? head : head - words.length;
  return { from: head, to: head, insert: "", anchor, head };
}

function cellsOf({ header, body }: Table): readonly TableCell[] {
  return [header, ...body].flatMap(({ cells }) => cells);
}

/** Moves to the next cell; adds a row after the last one. */
export function nextCell(lineAt: LineAt, table: Table, at: number): KeyChange | null {
  const next = cellsOf(table).find(({ from }) => from > at);
  return next === undefined ? addRow(lineAt, table, lastRow(table)) : select(table, next);
}

/** Moves to the previous cell. In the first cell the key leaves the table and the editor. */
export function previousCell(_lineAt: LineAt, table: Table, at: number): KeyChange | null {
  const previous = cellsOf(table).findLast(({ to }) => to < at);
  return previous === undefined ? null : select(table, previous);
}

/**
 * Adds a row below, or deletes an empty last row to leave the table. A blank line is added, because text right
 * below a table would be a row of it.
 */
export function nextRow(lineAt: LineAt, table: Table, at: number): KeyChange | null {
  const line = lineAt(at);
  const row = [table.header, table.rule, ...table.body].find(
    ({ from }) => from >= line.from && from <= line.to,
  );
  // Enter before a row inserts a line above it, as elsewhere.
  if (row === undefined || at <= row.from) return null;
  const isLast = row === lastRow(table) && row !== table.header;
  if (isLast && row !== table.rule && row.cells.every(({ text }) => text.trim() === "")) {
    const lead = line.text.slice(0, row.from - line.from);
    const insert = `${lead.trimEnd()}\n${lead}`;
    const caret = line.from + insert.length;
    return { from: line.from, to: line.to, insert, anchor: caret, head: caret };
  }
  return addRow(lineAt, table, row === table.header ? table.rule : row);
}

/**
 * Moves over the bar after the caret in place of a typed one, if the rest of the row is empty. In a row that Enter
 * added, the first typed bar is the one that the row begins with. Otherwise a row that is typed with all its bars
 * would have more cells than the table, and those on the right aren't shown.
 */
export function overBar(lineAt: LineAt, table: Table, at: number): KeyChange | null {
  const line = lineAt(at);
  const row = writtenRows(table).find(({ from }) => from >= line.from && from <= line.to);
  const index = row?.cells.findIndex(({ from, to }) => from <= at && at <= to) ?? -1;
  const cell = row?.cells[index];
  if (row === undefined || cell === undefined || cell.to === row.to) return null;
  const left = cell.text.slice(0, at - cell.from);
  const rest = [
    cell.text.slice(left.length),
    ...row.cells.slice(index + 1).map(({ text }) => text),
  ];
  // A bar after a backslash belongs to the text.
  if (rest.join("").trim() !== "" || left.endsWith("\\")) return null;
  const isBegun = left.trim() !== "" || at === cell.to;
  if (index === 0 && row.opens && !isBegun) {
    return { from: cell.from, to: cell.to, insert: "", anchor: cell.from, head: cell.from };
  }
  return { from: at, to: cell.to, insert: "", anchor: at + 1, head: at + 1 };
}

function lastRow({ rule, body }: Table): TableRow {
  return body.at(-1) ?? rule;
}

/** Adds an empty row with the column widths and the prefix of the row above. */
function addRow(lineAt: LineAt, table: Table, above: TableRow): KeyChange {
  const line = lineAt(above.from);
  const lead = line.text.slice(0, above.from - line.from);
  // Only the first row of a list item has the item's marker.
  const front = lead.replaceAll(/[^\s>]/g, " ");
  const cells = table.header.cells.map((_, at) => {
    const text = above.cells[at]?.text ?? "   ";
    return " ".repeat(Math.max(3, textWidth(text)));
  });
  const insert = `\n${front}|${cells.join("|")}|`;
  const caret = line.to + 1 + front.length + 2;
  return { from: line.to, to: line.to, insert, anchor: caret, head: caret };
}
