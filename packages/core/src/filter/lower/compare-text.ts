import type { TextOp } from "../plan/plan.ts";

/**
 * Orders two texts by code point, as CEL and SQLite's BINARY collation over UTF-8 do; JavaScript's
 * `<` orders by UTF-16 unit, which puts U+1F600 before U+FF5E. Negative, zero or positive.
 */
export function compareText(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at += 1) {
    const a = left.charCodeAt(at);
    const b = right.charCodeAt(at);
    if (a !== b) return rank(a) - rank(b);
  }
  return left.length - right.length;
}

/** Moves surrogates above the rest of the basic plane. */
function rank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit >= 0xe000 ? unit - 0x800 : unit + 0x2000;
}

/** Length in code points, which is how CEL's `size` counts. */
export function codePointLength(text: string): number {
  let length = text.length;
  for (let at = 0; at + 1 < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit >= 0xd800 && unit < 0xdc00) {
      length -= 1;
      at += 1;
    }
  }
  return length;
}

/** Plain text matching, exact to the code unit. */
export function textMatches(op: TextOp, text: string, needle: string): boolean {
  if (op === "contains") return text.includes(needle);
  return op === "starts" ? text.startsWith(needle) : text.endsWith(needle);
}
