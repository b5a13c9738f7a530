import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";

/** Maximum time to parse up to a position that wasn't parsed yet. */
const parseMs = 25;

const code = new Set(["FencedCode", "CodeBlock", "InlineCode"]);

/** Returns true for a position inside code, where Markdown has no effect. */
export function isInCode(state: EditorState, at: number): boolean {
  const tree = ensureSyntaxTree(state, at, parseMs) ?? syntaxTree(state);
  for (let node = tree.resolveInner(at, -1); ;) {
    if (code.has(node.name)) return true;
    if (node.parent === null) return false;
    node = node.parent;
  }
}
