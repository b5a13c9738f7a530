import { codeRanges } from "@tidemark/core/markdown";
import type { TextPart } from "../model.ts";

/** Replaces matches of a pattern outside of code with parts. `replace` returns null to keep a match. */
export function rewriteProse(
  text: string,
  pattern: RegExp,
  replace: (match: RegExpExecArray) => readonly TextPart[] | null,
): TextPart[] {
  const code = codeRanges(text);
  const parts: TextPart[] = [];
  let done = 0;
  let range = 0;
  for (const match of text.matchAll(pattern)) {
    const from = match.index;
    while (range < code.length && code[range]!.to <= from) range += 1;
    const inside = code[range];
    if (inside !== undefined && inside.from <= from) continue;
    const put = replace(match);
    if (put === null) continue;
    if (from > done) parts.push(text.slice(done, from));
    parts.push(...put);
    done = from + match[0].length;
  }
  if (done < text.length) parts.push(text.slice(done));
  return parts;
}

/** Escapes words for the square brackets of a link. */
export function linkWords(words: string): string {
  return words.replaceAll(/[[\]\\]/g, (character) => `\\${character}`);
}
