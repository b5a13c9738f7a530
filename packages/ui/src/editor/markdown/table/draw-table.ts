import { ensureSyntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import type { SyntaxNode, Tree } from "@lezer/common";
import { shortCell } from "@tidemark/core/markdown";
import { sideOf } from "./align-table.ts";
import { tableAt } from "./read-table.ts";
import type { TableCell, TableRow } from "./table-row.ts";

const parseMs = 50;

/** HTML elements for the nodes of the editor's grammar. */
const elements: Readonly<Record<string, string>> = {
  StrongEmphasis: "strong",
  Emphasis: "em",
  Strikethrough: "s",
  Highlight: "mark",
  InlineCode: "code",
};

/** Nodes that are marks and not text. */
const marks: ReadonlySet<string> = new Set([
  "EmphasisMark",
  "StrikethroughMark",
  "HighlightMark",
  "CodeMark",
  "LinkMark",
  "LinkTitle",
]);

/** Offsets in the source of a drawn table's text nodes. */
const places = new WeakMap<Node, number>();

/**
 * Returns the table that a text consists of as an element; `null` if it isn't a table. It contains text only:
 * addresses are neither loaded nor linked.
 */
export function drawTable(state: EditorState): HTMLTableElement | null {
  const tree = ensureSyntaxTree(state, state.doc.length, parseMs);
  const source = tree === null ? null : tableAt(state, state.doc.toString().search(/\S/u));
  if (tree === null || source === null) return null;
  const sides = source.rule.cells.map(({ text }) => sideOf(text.trim()));
  const table = document.createElement("table");
  const addRow = (to: HTMLElement, row: TableRow, kind: "th" | "td"): void => {
    const line = document.createElement("tr");
    // One cell for each column: Markdown ignores the rest.
    sides.forEach((side, at) => {
      const cell = document.createElement(kind);
      if (side !== null) cell.dataset["side"] = side;
      const from = row.cells[at];
      cell.dataset["end"] = String(from === undefined ? row.to : endOf(from));
      if (from !== undefined) fill(cell, from, state, tree);
      cell.toggleAttribute("data-short", cell.textContent.length <= shortCell);
      line.append(cell);
    });
    to.append(line);
  };
  addRow(table.createTHead(), source.header, "th");
  const body = table.createTBody();
  for (const row of source.body) addRow(body, row, "td");
  return table;
}

/** Returns the offset in the source that the pointer is at: a character, or the end of a cell. */
export function placeIn({ clientX, clientY, target }: MouseEvent): number {
  // Safari supports it since 18.4.
  const pointed = document.caretPositionFromPoint?.(clientX, clientY) ?? null;
  const start = pointed === null ? undefined : places.get(pointed.offsetNode);
  if (pointed !== null && start !== undefined) return start + pointed.offset;
  const cell = target instanceof Element ? target.closest<HTMLElement>("[data-end]") : null;
  return Number(cell?.dataset["end"] ?? 0);
}

/** Returns the offset after a cell's text; in an empty cell, after its first space. */
function endOf({ from, text }: TableCell): number {
  const words = text.trimEnd().length;
  return from + (words === 0 ? Math.min(1, text.length) : words);
}

function fill(
  element: HTMLElement,
  { from, text }: TableCell,
  state: EditorState,
  tree: Tree,
): void {
  const start = from + (text.length - text.trimStart().length);
  const end = from + text.trimEnd().length;
  if (start >= end) return;
  let node: SyntaxNode | null = tree.resolveInner(start, 1);
  while (node !== null && node.name !== "TableCell") node = node.parent;
  addContent(element, node, { from: start, to: end }, state);
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Appends the text of a node, with elements for its formatting. */
function addContent(
  to: HTMLElement,
  node: SyntaxNode | null,
  { from, to: end }: Span,
  state: EditorState,
): void {
  let at = from;
  const addText = (until: number): void => {
    if (until <= at) return;
    const text = document.createTextNode(state.sliceDoc(at, until));
    places.set(text, at);
    to.append(text);
  };
  for (let child = node?.firstChild ?? null; child !== null; child = child.nextSibling) {
    if (child.from < at || child.to > end) continue;
    addText(child.from);
    at = child.to;
    if (child.name === "Escape") {
      // The character is text; the escape before it isn't.
      at = child.from + 1;
    } else if (!marks.has(child.name) && !isAddressOf(node, child)) {
      const element = document.createElement(elements[child.name] ?? "span");
      if (child.name === "Link" || child.name === "URL" || child.name === "Autolink") {
        element.className = "cm-link";
      }
      addContent(element, child, child, state);
      to.append(element);
    }
  }
  addText(end);
}

/** Returns true for the address of a link or an image, which isn't shown; an address alone is. */
function isAddressOf(node: SyntaxNode | null, { name }: SyntaxNode): boolean {
  return name === "URL" && (node?.name === "Link" || node?.name === "Image");
}
