import { syntaxTree } from "@codemirror/language";
import {
  type EditorState,
  type Extension,
  Prec,
  StateEffect,
  StateField,
  type Transaction,
} from "@codemirror/state";
import { type Command, Decoration, type DecorationSet, EditorView, keymap } from "@codemirror/view";
import { TableBox } from "./table-box.ts";

/** Effect that keeps the shape of tables while it is true, for instance while a mouse button is down. */
export const holdTables = StateEffect.define<boolean>();

/** Maximum size of a drawn table: it is drawn completely, however little of it is in view. */
const most = { lines: 200, length: 20 * 1024 };

interface DrawableTable {
  /** Start of the first line; `to` is the end of the last one. */
  readonly from: number;
  readonly to: number;
  readonly decoration: Decoration;
}

interface Tables {
  readonly all: readonly DrawableTable[];
  /** Decorations of the tables that are drawn. */
  readonly decorations: DecorationSet;
  readonly isHeld: boolean;
}

const tables = StateField.define<Tables>({
  create: (state) => draw(state, find(state)),
  update(before, transaction) {
    const { state, startState, docChanged, selection } = transaction;
    const isHeld = heldBy(transaction) ?? before.isHeld;
    if (isHeld) {
      if (!docChanged) return before.isHeld ? before : { ...before, isHeld };
      return { ...before, isHeld, decorations: before.decorations.map(transaction.changes) };
    }
    const isNew = docChanged || before.isHeld || syntaxTree(startState) !== syntaxTree(state);
    if (isNew) return draw(state, find(state));
    return selection === undefined ? before : draw(state, before.all);
  },
  provide: (field) => EditorView.decorations.from(field, ({ decorations }) => decorations),
});

function heldBy({ effects }: Transaction): boolean | undefined {
  return effects.findLast((effect) => effect.is(holdTables))?.value;
}

/** Returns the top-level tables. A table in a quote or a list shares its lines with other blocks. */
function find(state: EditorState): readonly DrawableTable[] {
  const found: DrawableTable[] = [];
  const cursor = syntaxTree(state).cursor();
  if (!cursor.firstChild()) return found;
  do {
    if (cursor.name !== "Table" || cursor.to - cursor.from > most.length) continue;
    const first = state.doc.lineAt(cursor.from);
    const last = state.doc.lineAt(cursor.to);
    const lines = last.number - first.number + 1;
    if (lines > most.lines) continue;
    const widget = new TableBox(state.sliceDoc(first.from, last.to), lines);
    const decoration = Decoration.replace({ widget, block: true });
    found.push({ from: first.from, to: last.to, decoration });
  } while (cursor.nextSibling());
  return found;
}

/** Draws all tables except those that the selection touches. */
function draw(state: EditorState, all: readonly DrawableTable[]): Tables {
  const { ranges } = state.selection;
  const drawn = all.filter(({ from, to }) => ranges.every((at) => at.to < from || at.from > to));
  const decorations = Decoration.set(
    drawn.map(({ from, to, decoration }) => decoration.range(from, to)),
  );
  return { all, decorations, isHeld: false };
}

/** Returns the range of the table drawn at a position; `null` if there is none. */
function drawnAt(state: EditorState, at: number): { from: number; to: number } | null {
  let found: { from: number; to: number } | null = null;
  state.field(tables, false)?.decorations.between(at, at, (from, to) => {
    found = { from, to };
    return false;
  });
  return found;
}

/** Returns true if a table is drawn at a position. */
export function isDrawn(state: EditorState, at: number): boolean {
  return drawnAt(state, at) !== null;
}

/**
 * Moves the caret from the line beside a table into its first cell, or into the first cell of its last row.
 */
function enter(isDown: boolean): Command {
  return (view) => {
    const { doc, selection } = view.state;
    const { empty, head } = selection.main;
    const line = doc.lineAt(head);
    const edge = isDown ? line.to : line.from;
    const beside = isDown ? line.to + 1 : line.from - 1;
    if (!empty || beside < 0 || beside > doc.length) return false;
    const table = drawnAt(view.state, beside);
    if (table === null || !areInOneRow(view, head, edge)) return false;
    const row = doc.lineAt(isDown ? table.from : table.to);
    const lead = /^\s*\|?\s*/.exec(row.text)?.[0].length ?? 0;
    const anchor = row.from + lead;
    view.dispatch({ selection: { anchor }, scrollIntoView: true, userEvent: "select" });
    return true;
  };
}

/**
 * Returns true for positions in one visual row. In a wrapped line, the caret may have more rows to move
 * through.
 */
function areInOneRow(view: EditorView, a: number, b: number): boolean {
  if (a === b) return true;
  const [first, second] = [view.coordsAtPos(a), view.coordsAtPos(b)];
  return first === null || second === null || Math.abs(first.top - second.top) < 2;
}

/**
 * Draws tables while the caret is elsewhere. Uses a state field, because a view plugin must not change the
 * height of the text.
 */
export function drawnTables(): Extension {
  return [
    tables,
    // Precedes the commands that move the caret by lines, which would skip the table.
    Prec.high(
      keymap.of([
        { key: "ArrowDown", run: enter(true) },
        { key: "ArrowUp", run: enter(false) },
      ]),
    ),
  ];
}
