import { describe, expect, test } from "vitest";
import { foldText } from "./fold-text.ts";

describe("F6 · text folds as /iu does", () => {
  test("every code point that changes case matches its folded form under /iu", () => {
    const wrong: string[] = [];
    for (let point = 0; point <= 0x10ffff; point += 1) {
      if (point >= 0xd800 && point <= 0xdfff) continue;
      const character = String.fromCodePoint(point);
      const folded = foldText(character);
      if (folded === character) continue;
      const escape = (text: string): string => `\\u{${text.codePointAt(0)?.toString(16)}}`;
      if (!new RegExp(`^${escape(folded)}$`, "iu").test(character)) wrong.push(escape(character));
    }
    expect(wrong).toEqual([]);
  });

  test("characters that match under /iu fold to the same character", () => {
    const cased: string[] = [];
    for (let point = 0; point <= 0x10ffff; point += 1) {
      if (point >= 0xd800 && point <= 0xdfff) continue;
      const character = String.fromCodePoint(point);
      if (character.toLowerCase() !== character || character.toUpperCase() !== character) {
        cased.push(character);
      }
    }
    const all = cased.join("");
    const wrong: string[] = [];
    for (const character of cased) {
      const escape = `\\u{${character.codePointAt(0)?.toString(16)}}`;
      for (const [other] of all.matchAll(new RegExp(escape, "giu"))) {
        if (foldText(other) !== foldText(character)) wrong.push(character + other);
      }
    }
    expect(wrong).toEqual([]);
  });

  test.each([
    ["Привет Мир", "привет мир"],
    ["ſ K Å ς ẞ", "s k å σ ß"],
    ["İ ı", "İ ı"],
    ["𐐀 text", "𐐨 text"],
    ["Straße", "straße"],
    ["\ud800 A", "\ud800 a"],
  ])("%j folds to %j", (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  test("folding keeps the number of code points", () => {
    const text = "ŉ ǰ ΐ ﬀ İ ẞ 𐐀";
    expect(Array.from(foldText(text))).toHaveLength(Array.from(text).length);
  });
});
