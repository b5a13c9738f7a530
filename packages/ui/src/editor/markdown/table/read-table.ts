import { ensureSyntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import type { SyntaxNode } from "@lezer/common";

/** Text between two bars of a row, including spaces. */
export interface TableCell {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

export interface TableRow {
  readonly from: number;
  readonly to: number;
  readonly cells: readonly TableCell[];
  /** True if the row begins with a bar; `closes` is true if it ends with one. */
  readonly opens: boolean;
  readonly closes: boolean;
}

/** Table as written: its header, the delimiter row, and the rest. */
export interface Table {
  readonly header: TableRow;
  readonly rule: TableRow;
  readonly body: readonly TableRow[];
}

const parseMs = 50;

/** Returns the table at a position; `null` if there is none. */
export function tableAt(state: EditorState, at: number): Table | null {
  // Parse to the end of the line: text after the caret may belong to the table.
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
    // Exclude a quote's mark before the row.
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

/** Returns all rows except the delimiter row. */
export function writtenRows({ header, body }: Table): readonly TableRow[] {
  return [header, ...body];
}
