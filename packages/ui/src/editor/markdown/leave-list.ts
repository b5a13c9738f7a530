import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import type { StateCommand } from "@codemirror/state";

const emptyItem = /^(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]*)?$/;

/** Maximum time that a key waits for the parser. */
const parseMs = 50;

/**
 * Leaves the list on Enter in an empty item at its end, and adds a blank line. Text right below the last item
 * would be a part of that item.
 */
export const leaveList: StateCommand = ({ state, dispatch }) => {
  const { main, ranges } = state.selection;
  const line = state.doc.lineAt(main.head);
  if (ranges.length > 1 || !main.empty || main.head !== line.to || line.number === 1) return false;
  if (!emptyItem.test(line.text) || state.doc.line(line.number - 1).text.trim() === "")
    return false;
  if (!isInItem(state, line.from + 1)) return false;
  dispatch(
    state.update({
      changes: { from: line.from, to: line.to, insert: state.lineBreak },
      selection: { anchor: line.from + 1 },
      userEvent: "input",
      scrollIntoView: true,
    }),
  );
  return true;
};

function isInItem(state: Parameters<StateCommand>[0]["state"], at: number): boolean {
  const tree = ensureSyntaxTree(state, at, parseMs) ?? syntaxTree(state);
  for (let node = tree.resolveInner(at, -1); ; node = node.parent!) {
    if (node.name === "ListItem") return true;
    if (node.parent === null) return false;
  }
}
