import type { Token } from "markdown-it";
import { parseMarkdown } from "./grammar.ts";
import { locatedTexts, sourceLines } from "./locate.ts";

/** Range of a text, in UTF-16 offsets. */
export interface TextRange {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** Marks without which a text contains no code. */
const mayHoldCode = /`|~~~| {4}|\t|<(?:pre|script|style|textarea)/i;
/** HTML blocks whose content browsers show as written, or not at all. */
const verbatimHtml = /^\s*<(?:pre|script|style|textarea)(?:[\s>]|$)/i;

/**
 * Returns the ranges of code in a text, in order and disjoint: fenced and indented blocks as whole lines, code
 * spans with their backticks, and HTML blocks like `<pre>`. Rule M18a.
 */
export function codeRanges(content: string): TextRange[] {
  if (!mayHoldCode.test(content)) return [];
  const tokens = parseMarkdown(content);
  const lines = sourceLines(content);
  const startOf = (line: number): number => lines[line]?.from ?? content.length;
  const ranges: TextRange[] = [];
  for (const { type, map, content: inside } of tokens) {
    const isCode =
      type === "fence" ||
      type === "code_block" ||
      (type === "html_block" && verbatimHtml.test(inside));
    if (isCode && map !== null) ranges.push({ from: startOf(map[0]), to: startOf(map[1]) });
  }
  for (const { inline, locate } of locatedTexts(tokens, content, hasSpans)) {
    const found = locate(spans(inline).flatMap((span) => spanOffsets(inline.content, span)));
    for (let at = 0; at < found.length; at += 2) {
      ranges.push({ from: found[at]!, to: found[at + 1]! });
    }
  }
  return ranges.sort((a, b) => a.from - b.from);
}

function spans({ children }: Token): Token[] {
  return (children ?? []).filter(({ type }) => type === "code_inline");
}

function hasSpans({ children }: Token): boolean {
  return (children ?? []).some(({ type }) => type === "code_inline");
}

/** Returns the offsets of a code span in its block's text; the parser strips one blank at each side. */
function spanOffsets(text: string, { meta, markup, content }: Token): [number, number] {
  const { at } = meta as { at: number };
  const end = at + markup.length + content.length;
  const stripped = text.startsWith(markup, end) && text[end + markup.length] !== "`" ? 0 : 2;
  return [at, end + stripped + markup.length];
}
