import type { markdown } from "@codemirror/lang-markdown";
import { Tag, tags } from "@lezer/highlight";
import { markSides, mathSpan } from "@tidemark/core/markdown";

type Extensions = NonNullable<NonNullable<Parameters<typeof markdown>[0]>["extensions"]>;

/** Highlighted text, `==so==`. */
export const markedText = Tag.define();

const equals = 0x3d;
const dollar = 0x24;
const marked = { resolve: "Highlight", mark: "HighlightMark" };

/**
 * Syntax of memos that CodeMirror's Markdown lacks, by the rules of core's grammar: highlighted text, and
 * math, in which a star or an underscore isn't a mark.
 */
export const memoSyntax: Extensions = [
  {
    defineNodes: [
      { name: "Highlight", style: { "Highlight/...": markedText } },
      { name: "HighlightMark", style: tags.processingInstruction },
      { name: "InlineMath", style: tags.monospace },
    ],
    parseInline: [
      {
        name: "InlineMath",
        before: "Escape",
        parse(cx, next, pos) {
          if (next !== dollar) return -1;
          const at = pos - cx.offset;
          const { run, end } = mathSpan(cx.text, at, cx.text.length);
          if (end < 0) return pos + run;
          return cx.addElement(cx.elt("InlineMath", pos, cx.offset + end + run));
        },
      },
      {
        name: "Highlight",
        before: "Emphasis",
        parse(cx, next, pos) {
          if (next !== equals) return -1;
          let end = pos;
          while (cx.char(end) === equals) end += 1;
          if (end - pos !== 2) return end;
          const { open, close } = markSides(
            characterBefore(cx.text, pos - cx.offset),
            characterAt(cx.text, end - cx.offset),
          );
          return cx.addDelimiter(marked, pos, end, open, close);
        },
      },
    ],
  },
];

function characterBefore(text: string, at: number): string {
  return /[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(Math.max(0, at - 2), at))
    ? text.slice(at - 2, at)
    : text.slice(at - 1, at) || " ";
}

function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? " " : String.fromCodePoint(code);
}
