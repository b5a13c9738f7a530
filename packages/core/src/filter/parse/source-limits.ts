import { utf8Length } from "../../bytes/utf8-length.ts";
import { FilterRefusal } from "./filter-refusal.ts";

/** Maximum size of a filter's text in UTF-8 bytes. */
export const maxSourceBytes = 8 * 1024;
/** Maximum nesting of brackets, operators and calls. */
export const maxNesting = 64;
/** Maximum number of nodes in the parsed expression. */
export const maxNodes = 1000;

/**
 * Refuses text that is too long or nested too deep before a recursive parser sees it. Takes one pass without
 * recursion. Throws a `limit` or `syntax` refusal.
 *
 * Returns text of equal length for the parser. Form feeds outside strings become spaces: they are white space
 * in CEL, but not for the parser. Also refuses two inputs that CEL parsers read differently: lone surrogates,
 * and a raw string whose backslash is directly before its quote.
 */
export function checkSourceLimits(source: string): string {
  if (source.length > maxSourceBytes || utf8Length(source) > maxSourceBytes) {
    throw new FilterRefusal("limit", "the filter is longer than 8 KiB", maxSourceBytes);
  }
  if (!source.isWellFormed()) {
    throw new FilterRefusal("syntax", "the filter contains half of a surrogate pair", 0);
  }
  let depth = 0;
  let signs = 0;
  let at = 0;
  let text = "";
  let copiedTo = 0;
  while (at < source.length) {
    const character = source.charAt(at);
    if (character === '"' || character === "'") {
      at = skipString(source, at);
      signs = 0;
      continue;
    }
    if (character === "/" && source.charAt(at + 1) === "/") {
      const end = source.indexOf("\n", at);
      at = end === -1 ? source.length : end;
      continue;
    }
    if (character === "\f") {
      text += `${source.slice(copiedTo, at)} `;
      copiedTo = at + 1;
    }
    if (character === "(" || character === "[" || character === "{") depth += 1;
    else if (character === ")" || character === "]" || character === "}") depth -= 1;
    if ((character === "!" && source.charAt(at + 1) !== "=") || character === "-") signs += 1;
    else if (!isSpace(character)) signs = 0;
    if (depth > maxNesting || signs > maxNesting) {
      throw new FilterRefusal("limit", `the filter is nested deeper than ${maxNesting}`, at);
    }
    at += 1;
  }
  return text + source.slice(copiedTo);
}

function skipString(source: string, start: number): number {
  const quote = source.charAt(start);
  const isTriple = source.startsWith(quote.repeat(3), start);
  const delimiter = isTriple ? quote.repeat(3) : quote;
  const isRaw = /(?:^|[^A-Za-z0-9_])[rR]$/.test(source.slice(Math.max(0, start - 2), start));
  let at = start + delimiter.length;
  while (at < source.length && !source.startsWith(delimiter, at)) {
    if (source.charAt(at) === "\\") {
      if (isRaw && source.charAt(at + 1) === quote) {
        throw new FilterRefusal(
          "syntax",
          "a raw string can't contain a backslash directly before its quote",
          at,
        );
      }
      at += 1;
    }
    at += 1;
  }
  return at + delimiter.length;
}

function isSpace(character: string): boolean {
  return (
    character === " " ||
    character === "\t" ||
    character === "\f" ||
    character === "\n" ||
    character === "\r"
  );
}
