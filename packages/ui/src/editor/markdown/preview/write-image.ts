import { syntaxTree } from "@codemirror/language";
import type { EditorState, TransactionSpec } from "@codemirror/state";
import type { SyntaxNode } from "@lezer/common";
import { readImageWords } from "@tidemark/core/markdown";
import { escapeWords } from "../../../viewer/images/image-words.ts";

/** Returns the image that begins at a position; `null` if there is none. */
function imageAt(state: EditorState, at: number): SyntaxNode | null {
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(at, 1);
  while (node !== null && node.name !== "Image") node = node.parent;
  return node?.from === at ? node : null;
}

interface ImageText {
  readonly from: number;
  readonly to: number;
  /** Alt text as written, without the width. */
  readonly words: string;
  readonly width: number | null;
}

/** Returns the text in an image's brackets; `null` if no image begins at the position. */
export function imageText(state: EditorState, at: number): ImageText | null {
  const [open, close] = imageAt(state, at)?.getChildren("LinkMark") ?? [];
  if (open === undefined || close === undefined) return null;
  const { from, to } = { from: open.to, to: close.from };
  return { from, to, ...readImageWords(state.sliceDoc(from, to)) };
}

/**
 * Returns the change that sets the width of an image, or removes it for `null`. Returns `null` if nothing
 * changes.
 */
export function writeWidth(
  state: EditorState,
  at: number,
  width: number | null,
): TransactionSpec | null {
  const text = imageText(state, at);
  return text === null || text.width === width ? null : write(text, text.words, width);
}

/** Returns the change that sets the alt text of an image, escaped. */
export function writeWords(state: EditorState, at: number, words: string): TransactionSpec | null {
  const text = imageText(state, at);
  return text === null ? null : write(text, escapeWords(words), text.width);
}

function write({ from, to }: ImageText, words: string, width: number | null): TransactionSpec {
  const insert = width === null ? words : `${words}|${width}`;
  return { changes: { from, to, insert } };
}
