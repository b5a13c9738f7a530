import { RE2JS, RE2JSException } from "re2js";

/** Longest pattern, in UTF-16 units: keeps compiling and one match short. */
const maxPatternLength = 256;
/** Maximum total cost of a filter's patterns, by `patternCost`. */
export const maxPatternCost = 2500;
/** Maximum number of instructions of a compiled pattern. Each is visited per character in the worst case. */
const maxProgramSize = 4000;

const maxCached = 64;
const cache = new Map<string, RegexTest>();

/** Returns true if a text contains a match. Takes linear time in the text's length. */
export type RegexTest = (text: string) => boolean;

/**
 * Compiles an RE2 pattern for searching. Returns the test, or the reason for a refusal as text. Look-around
 * and back-references are not RE2; repeats stop at 1000. The last patterns are cached compiled: calls for
 * each row cost a lookup.
 */
export function compileRegex(pattern: string): RegexTest | string {
  const known = cache.get(pattern);
  if (known !== undefined) return known;
  const test = compileNew(pattern);
  if (typeof test === "string") return test;
  const oldest = cache.keys().next();
  if (cache.size >= maxCached && oldest.done === false) cache.delete(oldest.value);
  cache.set(pattern, test);
  return test;
}

function compileNew(pattern: string): RegexTest | string {
  if (pattern.length > maxPatternLength) {
    return `the pattern is longer than ${maxPatternLength} characters`;
  }
  try {
    const compiled = RE2JS.compile(pattern);
    if (compiled.programSize() > maxProgramSize) return "the pattern is too large";
    return (text) => compiled.test(text);
  } catch (error) {
    if (error instanceof RE2JSException) return `bad pattern: ${error.message}`;
    throw error;
  }
}

/**
 * Estimates the cost of compiling a pattern, roughly in instructions. Counted repeats are expanded, and RE2
 * limits nested ones to 1000 in total.
 */
export function patternCost(pattern: string): number {
  let cost = 8 + pattern.length / 8;
  for (const [, low = "0", high = "0"] of pattern.matchAll(/\{(\d{1,4})(?:,(\d{0,4}))?\}/g)) {
    cost += Math.max(Number(low), Number(high));
  }
  return cost;
}
