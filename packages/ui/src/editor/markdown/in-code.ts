import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";

/** For what stands so far down that it was not parsed yet. */
const parseMs = 25;

const code = new Set(["FencedCode", "CodeBlock", "InlineCode"]);

/** Whether a place in a text is inside code, where Markdown means nothing. */
export function isInCode(state: EditorState, at: number): boolean {
  const tree = ensureSyntaxTree(state, at, parseMs) ?? syntaxTree(state);
  for (let node = tree.resolveInner(at, -1); ;) {
    if (code.has(node.name)) return true;
    if (node.parent === null) return false;
    node = node.parent;
  }
}
