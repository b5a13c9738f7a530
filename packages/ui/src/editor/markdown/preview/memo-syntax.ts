import { markdown } from "@codemirror/lang-markdown";
import { Tag, tags } from "@lezer/highlight";
import { emphasisSides, markSides, mathSpan } from "@tidemark/core/markdown";

type Extensions = NonNullable<NonNullable<Parameters<typeof markdown>[0]>["extensions"]>;

/** Highlighted text, `==so==`. */
export const markedText = Tag.define();

const equals = 0x3d;
const dollar = 0x24;
const star = 0x2a;
const tilde = 0x7e;
const marked = { resolve: "Highlight", mark: "HighlightMark" };
const struck = { resolve: "Strikethrough", mark: "StrikethroughMark" };
const emphasised = starDelimiter();

/**
 * Syntax of memos that CodeMirror's Markdown lacks, by the rules of core's grammar: highlighted text, emphasis
 * in scripts without spaces, and math, in which a star or an underscore isn't a mark.
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
          const { open, close } = markSides(cx.text, pos - cx.offset, end - cx.offset);
          return cx.addDelimiter(marked, pos, end, open, close);
        },
      },
      {
        name: "StarEmphasis",
        before: "Emphasis",
        parse(cx, next, pos) {
          if (next !== star) return -1;
          let end = pos + 1;
          while (cx.char(end) === star) end += 1;
          const { open, close } = emphasisSides(cx.text, pos - cx.offset, end - cx.offset);
          return cx.addDelimiter(emphasised, pos, end, open, close);
        },
      },
      {
        // Replaces the parser of this name.
        name: "Strikethrough",
        parse(cx, next, pos) {
          if (next !== tilde || cx.char(pos + 1) !== tilde || cx.char(pos + 2) === tilde) return -1;
          const from = pos - cx.offset;
          let run = from;
          while (cx.text.charCodeAt(run - 1) === tilde) run -= 1;
          const { open, close } = emphasisSides(cx.text, run, from + 2);
          return cx.addDelimiter(struck, pos, pos + 2, open, close);
        },
      },
    ],
  },
];

type Inline = NonNullable<Exclude<Extensions, readonly unknown[]>["parseInline"]>[number];
type Delimiter = Parameters<Parameters<Inline["parse"]>[0]["addDelimiter"]>[0];

/**
 * Returns the type of CodeMirror's delimiters of emphasis, which it doesn't export. It pairs only delimiters of
 * this type by their length.
 */
function starDelimiter(): Delimiter {
  let found: Delimiter | undefined;
  const look: Inline = {
    name: "Look",
    before: "Escape",
    parse(cx, _next, pos) {
      if (pos === 1) found = cx.getDelimiterAt(0)?.type;
      return -1;
    },
  };
  markdown({ extensions: { parseInline: [look] } }).language.parser.parse("*a");
  if (found === undefined) throw new Error("The Markdown parser has no delimiter for emphasis.");
  return found;
}
