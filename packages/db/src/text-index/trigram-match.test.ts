import { expect, test } from "vitest";
import { termsOf } from "./trigram-match.ts";

test.each([
  [["abcd"], { trigrams: ["abc", "bcd"], shorts: [] }],
  [["zz"], { trigrams: [], shorts: ["zz"] }],
  [["abcd", "x"], { trigrams: ["abc", "bcd"], shorts: ["x"] }],
  // Part of a trigram that is asked for.
  [["abcd", "bc"], { trigrams: ["abc", "bcd"], shorts: [] }],
  [["日本", "日"], { trigrams: [], shorts: ["日本", "日"] }],
])("%j is asked of the index as %j", (needles, terms) => {
  expect(termsOf(needles)).toEqual(terms);
});
