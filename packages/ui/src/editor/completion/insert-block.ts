import { pickedCompletion, type Completion } from "@codemirror/autocomplete";
import { EditorSelection, type EditorState, type TransactionSpec } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { Format } from "../markdown/format.ts";

/** Block to insert, with the selection or caret in it, in UTF-16 units. */
export interface Block {
  readonly text: string;
  readonly anchor: number;
  readonly head?: number;
}

/**
 * Replaces the typed text by a block on separate lines, indented like the current line. Adds blank lines if
 * the block would merge with its neighbours.
 */
export function insertBlock(
  state: EditorState,
  from: number,
  to: number,
  block: Block,
): TransactionSpec {
  const line = state.doc.lineAt(from);
  const before = state.sliceDoc(line.from, from);
  const after = state.sliceDoc(to, line.to).trimStart();
  const marker = itemMark.exec(before)?.[0] ?? "";
  const indent = marker.replaceAll(/\S/g, " ");
  const gap = isBlank(state, line.number - 1) ? "" : "\n";
  const [start, lead] =
    marker !== before
      ? [line.from + before.trimEnd().length, `\n\n${indent}`]
      : marker.trim() === ""
        ? [line.from, gap + indent]
        : // An item's first block is on the line of its marker.
          [from, ""];
  const text = block.text.replaceAll("\n", `\n${indent}`);
  const trail = after !== "" ? `\n\n${indent}` : isBlank(state, line.number + 1) ? "" : "\n";
  const place = (offset: number): number =>
    start + lead.length + block.text.slice(0, offset).replaceAll("\n", `\n${indent}`).length;
  return {
    changes: { from: start, to: line.to - after.length, insert: lead + text + trail },
    selection: EditorSelection.range(place(block.anchor), place(block.head ?? block.anchor)),
  };
}

/** Matches the indent and the list marker before a line's text. */
const itemMark = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)?/;

function isBlank(state: EditorState, number: number): boolean {
  if (number < 1 || number > state.doc.lines) return true;
  return state.doc.line(number).text.trim() === "";
}

/** Deletes the typed text and formats its line, in one undo step. */
export function formatInstead(
  state: EditorState,
  from: number,
  to: number,
  format: Format,
): TransactionSpec {
  const cleared = state.update({ changes: { from, to } });
  const formatted = cleared.state.update(format(cleared.state));
  return {
    changes: cleared.changes.compose(formatted.changes),
    selection: formatted.newSelection,
  };
}

/** Applies the change of a chosen completion. */
export function choose(view: EditorView, chosen: Completion, change: TransactionSpec): void {
  view.dispatch(change, {
    annotations: pickedCompletion.of(chosen),
    userEvent: "input.complete",
    scrollIntoView: true,
  });
}
