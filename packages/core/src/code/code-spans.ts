import type { Parser, Tree } from "@lezer/common";
import { highlightTree, tagHighlighter, tags } from "@lezer/highlight";

/** Piece of code with a colour class, in UTF-16 offsets. */
export interface CodeSpan {
  readonly from: number;
  readonly to: number;
  readonly ink: string;
}

const inks = tagHighlighter([
  {
    tag: [tags.keyword, tags.modifier, tags.operatorKeyword, tags.self, tags.tagName, tags.deleted],
    class: "ink-key",
  },
  {
    tag: [tags.string, tags.regexp, tags.character, tags.attributeValue, tags.inserted],
    class: "ink-str",
  },
  {
    tag: [tags.number, tags.bool, tags.null, tags.atom, tags.unit, tags.color, tags.escape],
    class: "ink-num",
  },
  {
    tag: [
      tags.function(tags.variableName),
      tags.function(tags.propertyName),
      tags.function(tags.definition(tags.variableName)),
      tags.standard(tags.name),
      tags.className,
      tags.typeName,
      tags.attributeName,
      tags.macroName,
    ],
    class: "ink-fn",
  },
  { tag: [tags.comment, tags.meta], class: "ink-com" },
]);

/** Maximum length of coloured code, and of its lines; longer code wasn't written to be read. */
const maxLength = 100_000;
const maxLineLength = 2000;
/** Maximum time to parse code; then it stays uncoloured. */
const budgetMs = 60;

/** Returns the coloured pieces of code in order; none if parsing takes too long. `nowMs` is any clock. */
export function codeSpans(code: string, parser: Parser, nowMs: () => number): readonly CodeSpan[] {
  const tree = isReadable(code) ? parseWithin(code, parser, nowMs) : null;
  const spans: CodeSpan[] = [];
  if (tree !== null) {
    highlightTree(tree, inks, (from, to, ink) => spans.push({ from, to, ink }));
  }
  return spans;
}

function isReadable(code: string): boolean {
  if (code.length > maxLength) return false;
  return code.split("\n").every(({ length }) => length <= maxLineLength);
}

function parseWithin(code: string, parser: Parser, nowMs: () => number): Tree | null {
  const parse = parser.startParse(code);
  const endMs = nowMs() + budgetMs;
  for (let step = 1; ; step++) {
    const tree = parse.advance();
    if (tree !== null) return tree;
    if (step % 64 === 0 && nowMs() > endMs) return null;
  }
}
