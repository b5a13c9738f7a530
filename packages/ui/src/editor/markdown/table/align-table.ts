import { isolateHistory } from "@codemirror/commands";
import type { ChangeSpec, EditorState } from "@codemirror/state";
import type { Command } from "@codemirror/view";
import { tableAt } from "./read-table.ts";
import { writtenRows, type Table, type TableCell, type TableRow } from "./table-row.ts";
import { textWidth } from "./text-width.ts";

type Side = "start" | "middle" | "end" | null;

const minWidth = 3;

/**
 * Aligns the bars of the table at the caret. Changes only spaces, dashes and missing bars, each separately,
 * which preserves text that others write into a cell meanwhile.
 */
export const alignTable: Command = (view) => {
  const { state } = view;
  const table = tableAt(state, state.selection.main.head);
  if (table === null) return false;
  const changes = state.changes(alignment(state, table));
  if (!changes.empty) {
    view.dispatch({
      changes,
      selection: state.selection.map(changes, -1),
      userEvent: "input.table",
      annotations: isolateHistory.of("full"),
    });
  }
  return true;
};

function alignment(state: EditorState, table: Table): ChangeSpec[] {
  const sides = table.rule.cells.map(({ text }) => sideOf(text.trim()));
  const rows = writtenRows(table);
  const columns = Math.max(...rows.map(({ cells }) => cells.length), sides.length);
  const widths = Array.from({ length: columns }, (_, at) =>
    Math.max(minWidth, ...rows.map(({ cells }) => textWidth(cells[at]?.text.trim() ?? ""))),
  );
  return [...rows, table.rule].flatMap((row) => {
    const isRule = row === table.rule;
    const changes: ChangeSpec[] = [];
    const set = (from: number, to: number, insert: string): void => {
      if (state.sliceDoc(from, to) !== insert) changes.push({ from, to, insert });
    };
    if (!row.opens) set(row.from, row.from, "|");
    row.cells.forEach((cell, at) => {
      const width = widths[at] ?? minWidth;
      if (isRule) set(cell.from, cell.to, ` ${dashes(sides[at] ?? null, width)} `);
      else pad(cell, width, sides[at] ?? null, set);
    });
    closeRow(row, isRule ? sides.length : columns, widths, set);
    return changes;
  });
}

type SetText = (from: number, to: number, insert: string) => void;

function pad({ from, to, text }: TableCell, width: number, side: Side, set: SetText): void {
  const words = text.trim();
  const room = width - textWidth(words);
  if (words === "") return set(from, to, " ".repeat(width + 2));
  const before = side === "end" ? room : side === "middle" ? Math.floor(room / 2) : 0;
  const start = from + (text.length - text.trimStart().length);
  set(from, start, " ".repeat(before + 1));
  set(start + words.length, to, " ".repeat(room - before + 1));
}

/** Adds the last bar, and the cells that a row lacks. */
function closeRow(row: TableRow, columns: number, widths: readonly number[], set: SetText): void {
  const lacking = widths
    .slice(row.cells.length, columns)
    .map((width) => `${" ".repeat(width + 2)}|`)
    .join("");
  set(row.to, row.to, `${row.closes ? "" : "|"}${lacking}`);
}

/** Returns the alignment that a cell of the delimiter row sets. */
export function sideOf(rule: string): Side {
  const begins = rule.startsWith(":");
  const ends = rule.endsWith(":");
  return begins && ends ? "middle" : ends ? "end" : begins ? "start" : null;
}

function dashes(side: Side, width: number): string {
  const begin = side === "start" || side === "middle" ? ":" : "";
  const end = side === "end" || side === "middle" ? ":" : "";
  return `${begin}${"-".repeat(width - begin.length - end.length)}${end}`;
}
