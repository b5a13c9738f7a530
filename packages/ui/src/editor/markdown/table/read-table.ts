import { ensureSyntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import type { SyntaxNode } from "@lezer/common";

/** What stands between two of a row's bars, blanks and all. */
export interface TableCell {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

export interface TableRow {
  readonly from: number;
  readonly to: number;
  readonly cells: readonly TableCell[];
  /** Whether it begins, and whether it ends, with a bar. */
  readonly opens: boolean;
  readonly closes: boolean;
}

/** A table as it is written: its header, the row of dashes, and the rest. */
export interface Table {
  readonly header: TableRow;
  readonly rule: TableRow;
  readonly body: readonly TableRow[];
}

const parseMs = 50;

/** The table that holds a position. */
export function tableAt(state: EditorState, at: number): Table | null {
  // To the end of its paragraph: what comes behind the caret may belong to it.
  const tree = ensureSyntaxTree(state, state.doc.lineAt(at).to, parseMs);
  if (tree === null) return null;
  let node: SyntaxNode | null = tree.resolveInner(at, -1);
  while (node !== null && node.name !== "Table") node = node.parent;
  if (node === null) {
    node = tree.resolveInner(at, 1);
    while (node !== null && node.name !== "Table") node = node.parent;
  }
  return node === null ? null : readTable(state, node);
}

function readTable(state: EditorState, table: SyntaxNode): Table | null {
  const rows: TableRow[] = [];
  for (let child = table.firstChild; child !== null; child = child.nextSibling) {
    if (!rowNames.has(child.name)) continue;
    // A quote's mark in front of a row is none of it.
    rows.push(readRow(child.from, state.doc.lineAt(child.from).to, state));
  }
  const [header, rule, ...body] = rows;
  return header === undefined || rule === undefined ? null : { header, rule, body };
}

const rowNames: ReadonlySet<string> = new Set(["TableHeader", "TableDelimiter", "TableRow"]);

function readRow(start: number, end: number, state: EditorState): TableRow {
  const line = state.sliceDoc(start, end);
  const text = line.trimEnd();
  const from = start + (text.length - text.trimStart().length);
  const to = start + text.length;
  const row = text.trimStart();
  const bars: number[] = [];
  for (let at = 0; at < row.length; at += 1) {
    if (row[at] === "\\") at += 1;
    else if (row[at] === "|") bars.push(at);
  }
  const opens = bars[0] === 0;
  const closes = bars.length > 1 && bars.at(-1) === row.length - 1;
  const edges = [...(opens ? [] : [-1]), ...bars, ...(closes ? [] : [row.length])];
  const cells = edges.slice(1).map((edge, index) => {
    const begin = (edges[index] ?? 0) + 1;
    return { from: from + begin, to: from + edge, text: row.slice(begin, edge) };
  });
  return { from, to, cells, opens, closes };
}

/** The rows that one writes in. */
export function writtenRows({ header, body }: Table): readonly TableRow[] {
  return [header, ...body];
}
