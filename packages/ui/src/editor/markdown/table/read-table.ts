import { ensureSyntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import type { SyntaxNode } from "@lezer/common";
import { readRow, type Table, type TableRow } from "./table-row.ts";

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
    rows.push(readRow(child.from, state.sliceDoc(child.from, state.doc.lineAt(child.from).to)));
  }
  const [header, rule, ...body] = rows;
  return header === undefined || rule === undefined ? null : { header, rule, body };
}

const rowNames: ReadonlySet<string> = new Set(["TableHeader", "TableDelimiter", "TableRow"]);
