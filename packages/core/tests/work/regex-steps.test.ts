import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countSearch } from "./regex-steps.ts";

const PATTERNS = [
  ...[/a+b/g, /(?:a|ab)(?:c|bcd)*$/g, /a{2}b{1,3}?c{2,}/g, /(?<=a\w*)b(?!c)/g, /(?<!^|b)a/gm],
  ...[/\ba\B|\b$/g, /(?:a*)*b/g, /(?:a?){3}c/g, /(?<name>[^\]\\a]+)\.|\]/g, /^a|b$/gm, /[^]*?c/g],
  ...[/\p{L}+(?=😀)/gu, /[\u{1F600}-\u{1F64F}a]{2,}/gu, /\ud83d|./gs, /(?:^|[ .])\u0061\x62/gi],
  ...[/(?:(?:a|b){0,2}c){1,2}?b/g, /(?=(?:a+b)+)a/g, /(?<=(?:ab)+)c/g, /a|b|/g, /A[B-C]/gi],
];
const text = fc
  .array(fc.constantFrom(..."aaabbbcc.] \\\n".split(""), "😀", "\ud83d", "é"), { maxLength: 20 })
  .map((characters) => characters.join(""));

describe("the matcher that counts steps", () => {
  test.each(PATTERNS)("finds what the engine finds: %s", (pattern) => {
    fc.assert(
      fc.property(text, fc.nat({ max: 20 }), fc.boolean(), (content, offset, isSticky) => {
        const regex = new RegExp(pattern, pattern.flags + (isSticky ? "y" : ""));
        regex.lastIndex = Math.min(offset, content.length);
        const { lastIndex } = regex;
        const match = regex.exec(content);
        const { from, to } = countSearch(regex, content, lastIndex);
        expect([from, to]).toEqual(match ? [match.index, regex.lastIndex] : [-1, -1]);
      }),
      { numRuns: 200 },
    );
  });

  test("looks no further than the start of a text for an anchored pattern", () => {
    for (const regex of [/^b/, /(?:^b|^c)/, /(?=.)^b/, /a/y]) {
      expect(countSearch(regex, " ".repeat(1000), 0).steps).toBeLessThan(10);
    }
    for (const regex of [/^b/m, /^b|c/]) {
      expect(countSearch(regex, " ".repeat(1000), 0).steps).toBeGreaterThan(1000);
    }
  });

  test("throws on a back reference", () => {
    expect(() => countSearch(/(a)\1/, "aa", 0)).toThrow("a back reference");
  });
});
