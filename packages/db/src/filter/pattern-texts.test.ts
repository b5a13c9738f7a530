import { compileRegex, foldText } from "@tidemark/core/filter";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { propertyRuns } from "../../../../scripts/property-runs.ts";
import { textsOfPattern } from "./pattern-texts.ts";

describe("F7 · texts required by a pattern", () => {
  test.each<[string, readonly string[]]>([
    ["needle", ["needle"]],
    ["Needle[a-z]", ["needle"]],
    ["^needle$", ["needle"]],
    ["needles?", ["needle"]],
    ["needles*", ["needle"]],
    ["needles+x", ["needles"]],
    ["needles{0,3}", ["needle"]],
    ["needles{2}", ["needles"]],
    ["needles{2,}?and more", ["and more", "needles"]],
    ["a{,5}needle", [",5}needle"]],
    ["needle(hay|straw)?stack", ["needle", "stack"]],
    ["needle(?:hay(x)|[)(])stack", ["needle", "stack"]],
    ["(?i)Needle", ["needle"]],
    ["need(?i)le(?s)stack", ["needlestack"]],
    ["needle(?s)*stack", []],
    ["need+(?s)?", []],
    ["needle(?P<name>.)more", ["needle", "more"]],
    ["a\\.b\\.c", ["a.b.c"]],
    ["needle\\d\\x41\\x{1f600}\\pL\\p{Greek}after", ["needle", "after"]],
    ["[]needle]stack", ["stack"]],
    ["[^]needle]stack", ["stack"]],
    ["[[:alpha:]needle]stack", ["stack"]],
    ["[\\]needle]stack", ["stack"]],
    ["[+-[:digit:]|hay]stack", []],
    ["𐐀𐐀𐐀?", []],
    ["ab.cd", []],
    ["", []],
    ["needle|hay", []],
    ["(needle", []],
    ["\\Qneedle\\E", []],
    ["\\101needle", []],
    ["(needle(?=x))", []],
    ["(?<!x)needle", []],
  ])("%s", (pattern, texts) => {
    expect(textsOfPattern(pattern)).toEqual(texts);
  });

  test("occur in every match of RE2", () => {
    const part = fc.constantFrom(
      ...Array.from("aaaabbbA.*+?|()[]{}\\^$,0"),
      ..."(?i) (?: (?s) (?-i) [a-c] [^a] [[:alpha:]] [] \\] \\. \\b \\d \\x62 \\x{61} \\Qa \\E \\p{L} {2} {0,1} {,2} aba aab bab aaa (?P<n> a? (a|b)".split(
        " ",
      ),
    );
    const patterns = fc.array(part, { minLength: 1, maxLength: 9 }).map((parts) => parts.join(""));
    const texts = fc.string({
      unit: fc.constantFrom(...Array.from("aaaabbbbAB{")),
      minLength: 12,
      maxLength: 30,
    });
    let needed = 0;
    fc.assert(
      fc.property(
        patterns,
        fc.array(texts, { minLength: 20, maxLength: 20, size: "max" }),
        (pattern, all) => {
          const isIn = compileRegex(pattern);
          if (typeof isIn === "string") return;
          const parts = textsOfPattern(pattern);
          for (const text of all) {
            if (parts.length === 0 || !isIn(text)) continue;
            needed += 1;
            for (const one of parts) expect(foldText(text), pattern).toContain(one);
          }
        },
      ),
      { numRuns: propertyRuns(20_000) },
    );
    expect(needed).toBeGreaterThan(100);
  });

  test("case-insensitive RE2 equates no two characters that fold differently", () => {
    const cased: string[] = [];
    for (let point = 0; point <= 0x10ffff; point += 1) {
      if (point >= 0xd800 && point <= 0xdfff) continue;
      const character = String.fromCodePoint(point);
      const isCased =
        character.toLowerCase() !== character || character.toUpperCase() !== character;
      if (isCased || foldText(character) !== character) cased.push(character);
    }
    const all = cased.join("");
    const wrong: string[] = [];
    for (const character of cased) {
      const folded = foldText(character);
      const others = Array.from(all).filter((one) => foldText(one) !== folded);
      const isIn = compileRegex(`(?i)\\x{${character.codePointAt(0)?.toString(16)}}`);
      if (typeof isIn === "string" || isIn(others.join(""))) wrong.push(character);
    }
    expect(wrong).toEqual([]);
  }, 120_000);
});
