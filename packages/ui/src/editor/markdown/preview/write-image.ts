import { syntaxTree } from "@codemirror/language";
import type { EditorState, TransactionSpec } from "@codemirror/state";
import type { SyntaxNode } from "@lezer/common";
import { readImageWords } from "@tidemark/core/markdown";
import { escapeWords } from "../../../viewer/images/image-words.ts";

/** The image of a text that begins at a place; null where there is none any more. */
function imageAt(state: EditorState, at: number): SyntaxNode | null {
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(at, 1);
  while (node !== null && node.name !== "Image") node = node.parent;
  return node?.from === at ? node : null;
}

interface ImageText {
  readonly from: number;
  readonly to: number;
  /** As they are written, without the width. */
  readonly words: string;
  readonly width: number | null;
}

/** What an image says in its brackets. */
export function imageText(state: EditorState, at: number): ImageText | null {
  const [open, close] = imageAt(state, at)?.getChildren("LinkMark") ?? [];
  if (open === undefined || close === undefined) return null;
  const { from, to } = { from: open.to, to: close.from };
  return { from, to, ...readImageWords(state.sliceDoc(from, to)) };
}

/** Writes the width of an image; null: it has none of its own. Nothing where that changes nothing. */
export function writeWidth(
  state: EditorState,
  at: number,
  width: number | null,
): TransactionSpec | null {
  const text = imageText(state, at);
  return text === null || text.width === width ? null : write(text, text.words, width);
}

/** Writes the words of an image so that they read as they are. */
export function writeWords(state: EditorState, at: number, words: string): TransactionSpec | null {
  const text = imageText(state, at);
  return text === null ? null : write(text, escapeWords(words), text.width);
}

function write({ from, to }: ImageText, words: string, width: number | null): TransactionSpec {
  const insert = width === null ? words : `${words}|${width}`;
  return { changes: { from, to, insert } };
}
