import { markdown } from "@codemirror/lang-markdown";
import { Tag, tags } from "@lezer/highlight";
import { emphasisSides, markSides, mathSpan, underscoreSides } from "@tidemark/core/markdown";

type Extensions = NonNullable<NonNullable<Parameters<typeof markdown>[0]>["extensions"]>;

/** Highlighted text, `==so==`. */
export const markedText = Tag.define();

const equals = 0x3d;
const dollar = 0x24;
const star = 0x2a;
const underscore = 0x5f;
const tilde = 0x7e;
const marked = { resolve: "Highlight", mark: "HighlightMark" };
const struck = { resolve: "Strikethrough", mark: "StrikethroughMark" };
const starred = emphasisDelimiter("*");
const underscored = emphasisDelimiter("_");

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
        parse: (cx, next, pos) => (next === equals ? addPair(cx, next, pos) : -1),
      },
      {
        name: "MemoEmphasis",
        before: "Emphasis",
        parse(cx, next, pos) {
          if (next !== star && next !== underscore) return -1;
          const end = endOfRun(cx, next, pos);
          const sides = next === star ? emphasisSides : underscoreSides;
          const { open, close } = sides(cx.text, pos - cx.offset, end - cx.offset);
          return cx.addDelimiter(next === star ? starred : underscored, pos, end, open, close);
        },
      },
      {
        // Replaces the parser of this name.
        name: "Strikethrough",
        parse: (cx, next, pos) => (next === tilde ? addPair(cx, next, pos) : -1),
      },
    ],
  },
];

type Inline = NonNullable<Exclude<Extensions, readonly unknown[]>["parseInline"]>[number];
type InlineContext = Parameters<Inline["parse"]>[0];
type Delimiter = Parameters<InlineContext["addDelimiter"]>[0];

/** Adds a run of exactly two `=` or `~` as a delimiter, and returns its end. Any other run is text. */
function addPair(cx: InlineContext, sign: number, pos: number): number {
  const end = endOfRun(cx, sign, pos);
  if (end - pos !== 2) return end;
  const sides = sign === equals ? markSides : emphasisSides;
  const { open, close } = sides(cx.text, pos - cx.offset, end - cx.offset);
  return cx.addDelimiter(sign === equals ? marked : struck, pos, end, open, close);
}

function endOfRun(cx: InlineContext, sign: number, pos: number): number {
  let end = pos + 1;
  while (cx.char(end) === sign) end += 1;
  return end;
}

/**
 * Returns the type of CodeMirror's delimiters of emphasis with a sign, which it doesn't export. It pairs only
 * delimiters of these types by their length.
 */
function emphasisDelimiter(sign: string): Delimiter {
  let found: Delimiter | undefined;
  const look: Inline = {
    name: "Look",
    before: "Escape",
    parse(cx, _next, pos) {
      if (pos === 1) found = cx.getDelimiterAt(0)?.type;
      return -1;
    },
  };
  markdown({ extensions: { parseInline: [look] } }).language.parser.parse(`${sign}a`);
  if (found === undefined) throw new Error("The Markdown parser has no delimiter for emphasis.");
  return found;
}
