import { RE2JS, RE2JSException } from "re2js";

/** Longest pattern, in UTF-16 units: keeps compiling and one match short. */
export const maxPatternLength = 256;
/** Most instructions a compiled pattern may have; each is visited per character in the worst case. */
const maxProgramSize = 4000;

/** Finds out whether a text holds a match anywhere. Linear in the text's length. */
export type RegexTest = (text: string) => boolean;

/**
 * Compiles an RE2 pattern for searching. Returns the test, or the reason it was refused as text.
 * Look-around and back-references are not RE2; repeats stop at 1000.
 */
export function compileRegex(pattern: string): RegexTest | string {
  if (pattern.length > maxPatternLength) {
    return `the pattern is longer than ${maxPatternLength} characters`;
  }
  // Compiling expands repeats; the product of nested ones is what costs time and memory.
  if (repeatProduct(pattern) > 1000) return "the pattern repeats more than 1000 times";
  try {
    const compiled = RE2JS.compile(pattern);
    if (compiled.programSize() > maxProgramSize) return "the pattern is too large";
    return (text) => compiled.test(text);
  } catch (error) {
    if (error instanceof RE2JSException) return `bad pattern: ${error.message}`;
    throw error;
  }
}

/** An upper bound of how often one atom is copied: the product of all counted repeats over 1. */
function repeatProduct(pattern: string): number {
  let total = 0;
  let product = 1;
  for (const match of pattern.matchAll(/\{(\d{1,4})(?:,(\d{0,4}))?\}/g)) {
    const count = Math.max(Number(match[1]), Number(match[2] ?? "0"), 1);
    product *= count;
    total += count;
  }
  // Repeats that stand beside each other add up; only nested ones multiply.
  return /\)[*+?]?\{/.test(pattern) ? product : total;
}
