import { Environment, ParseError, type ASTNode } from "@marcbachmann/cel-js";
import { FilterRefusal } from "./filter-refusal.ts";
import { checkSourceLimits, maxNesting, maxNodes } from "./source-limits.ts";

/** A node of the parsed filter: `op`, `args`, and `start`/`end` in the text. Macros stay calls. */
export type CelNode = ASTNode;

// No variable or function is declared: the library only parses. Its checker and its evaluator
// differ from this language in places that matter here, so lowering does both jobs.
const environment = new Environment({
  limits: {
    maxAstNodes: maxNodes,
    // The whole expression is the first level of the parser's count.
    maxDepth: maxNesting + 1,
    maxListElements: maxNodes,
    maxMapEntries: maxNodes,
    maxCallArguments: 32,
  },
});

/** Parses CEL text. Throws a refusal of kind `empty`, `syntax` or `limit`; never overflows the stack. */
export function parseCel(source: string): CelNode {
  if (/^[ \t\r\n\f]*$/.test(source)) throw new FilterRefusal("empty", "the filter is empty", 0);
  const text = checkSourceLimits(source);
  try {
    return environment.parse(text).ast;
  } catch (error) {
    if (error instanceof ParseError) throw refuse(error, source);
    throw error;
  }
}

function refuse(error: ParseError, source: string): FilterRefusal {
  const offset = error.range?.start ?? 0;
  if (error.code === "limit_exceeded") {
    const reason = error.summary.includes("maxDepth")
      ? `the filter is nested deeper than ${maxNesting}`
      : `the filter has more than ${maxNodes} parts`;
    return new FilterRefusal("limit", reason, offset);
  }
  const rest = source.slice(offset);
  if (error.code === "reserved_identifier" && /^(?:__proto__|prototype)\b/.test(rest)) {
    return new FilterRefusal("unknown-identifier", "unknown field", offset);
  }
  const hint = operatorHints.find(([pattern]) => pattern.test(rest));
  if (hint !== undefined) {
    const found = hint[0].exec(rest)?.[0].trim() ?? "";
    return new FilterRefusal("syntax", `unexpected ${JSON.stringify(found)}`, offset, hint[1]);
  }
  if (rest.trim() === "") {
    return new FilterRefusal("syntax", "the filter is incomplete", source.length);
  }
  if (/^unexpected/i.test(error.summary)) {
    const found = /^(?:[A-Za-z0-9_]+|.)/su.exec(rest)?.[0] ?? rest;
    const afterNot = /\bnot\s+$/.test(source.slice(0, offset));
    return new FilterRefusal(
      "syntax",
      `unexpected ${JSON.stringify(found)}`,
      offset,
      afterNot ? "write ! for not" : undefined,
    );
  }
  return new FilterRefusal("syntax", lowerFirst(error.summary), offset);
}

const operatorHints: readonly (readonly [RegExp, string])[] = [
  [/^and\b/i, "write && for and"],
  [/^or\b/i, "write || for or"],
  [/^=/, "write == to compare"],
  [/^&/, "write && for and"],
  [/^\|/, "write || for or"],
];

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
