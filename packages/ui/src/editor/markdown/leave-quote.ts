import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import type { EditorState, StateCommand } from "@codemirror/state";
import { quoteEnd } from "./plain-keys/quote-end.ts";

/** Maximum time that a key waits for the parser. */
const parseMs = 50;

/** Leaves a quote on Enter in an empty line of it, as lists do. */
export const leaveQuote: StateCommand = ({ state, dispatch }) => {
  const { main, ranges } = state.selection;
  const line = state.doc.lineAt(main.head);
  if (ranges.length > 1 || !main.empty || main.head !== line.to) return false;
  const before = line.number === 1 ? null : state.doc.line(line.number - 1).text;
  const insert = quoteEnd(line.text, before);
  if (insert === null || !isInQuote(state, line.to)) return false;
  dispatch(
    state.update({
      changes: { from: line.from, to: line.to, insert },
      selection: { anchor: line.from + insert.length },
      userEvent: "input",
      scrollIntoView: true,
    }),
  );
  return true;
};

function isInQuote(state: EditorState, at: number): boolean {
  const tree = ensureSyntaxTree(state, at, parseMs) ?? syntaxTree(state);
  let isFound = false;
  for (let node = tree.resolveInner(at, -1); ; node = node.parent) {
    if (node.name === "FencedCode" || node.name === "CodeBlock") return false;
    if (node.name === "Blockquote") isFound = true;
    if (node.parent === null) return isFound;
  }
}
