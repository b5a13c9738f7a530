import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import type { EditorState, StateCommand } from "@codemirror/state";

const emptyItem =
  /^(?<lead>(?: {0,3}> ?)*)(?<indent> {0,3})(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]*)?$/;

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
  const { lead, indent = "" } = emptyItem.exec(line.text)?.groups ?? {};
  if (lead === undefined || !/[^\s>]/.test(state.doc.line(line.number - 1).text)) return false;
  if (itemsAround(state, line.from + lead.length + indent.length + 1) !== 1) return false;
  const insert = `${lead.trimEnd()}${state.lineBreak}${lead}`;
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

/** Returns the number of items that contain a position. */
function itemsAround(state: EditorState, at: number): number {
  const tree = ensureSyntaxTree(state, at, parseMs) ?? syntaxTree(state);
  let items = 0;
  for (let node = tree.resolveInner(at, -1); ; node = node.parent) {
    if (node.name === "ListItem") items += 1;
    if (node.parent === null) return items;
  }
}
