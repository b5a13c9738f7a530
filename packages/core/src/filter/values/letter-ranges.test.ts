import { test as property, fc } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { hostileText } from "../../../tests/filter/random-filter.ts";
import { findRanges } from "./letter-ranges.ts";
import { findsIn, needleOf } from "./same-letters.ts";

const found = (text: string, ...texts: string[]): string[] =>
  [...findRanges(text, texts)].map(({ start, end }) => text.slice(start, end));

describe("F6b · places of a search", () => {
  test.each([
    ["Der Kapita\u0308n wartet", ["kapit\u00e4n"], ["Kapita\u0308n"]],
    ["Don\u2019t, don't", ["don't"], ["Don\u2019t", "don't"]],
    ["Donau\u00addampf\u00adschiff", ["dampf"], ["dampf\u00ad"]],
    ["red \n sails", ["red sails"], ["red \n sails"]],
    ["red\n\nsails", ["red sails"], []],
    ["ＡＢＣ", ["bc"], ["ＢＣ"]],
    ["café cafe CAFÉ", ["cafe"], ["café", "cafe", "CAFÉ"]],
    ["café cafe CAFÉ", ["café"], ["café", "CAFÉ"]],
    ["und so…", ["so..."], ["so…"]],
    ["Straße", ["strasse"], ["Straße"]],
    ["abcd", ["bc", "bcd"], ["bcd"]],
    ["😀 sail 😀", ["sail"], ["sail"]],
    ["a", [], []],
  ])("%j with %j are %j", (text, texts, expected) => {
    expect(found(text, ...texts)).toEqual(expected);
  });

  property.prop([hostileText, hostileText, hostileText])(
    "exist exactly if the text is found",
    (before, middle, after) => {
      const text = before + middle + after;
      for (const searched of [before, middle, after]) {
        const needle = needleOf(searched);
        if (needle.text === "" || needle.text.trim() !== needle.text) continue;
        const ranges = [...findRanges(text, [searched])];
        expect(ranges.length > 0).toBe(findsIn(text, needle));
        let end = 0;
        for (const range of ranges) {
          expect(range.start).toBeGreaterThanOrEqual(end);
          expect(range.end).toBeGreaterThan(range.start);
          ({ end } = range);
        }
      }
    },
  );

  property.prop([fc.nat(12_000), fc.constantFrom("Käpt’n", "red sails")])(
    "are found across the parts of a long text",
    (place, searched) => {
      const text = `${"ä ".repeat(place / 2)}${searched}${" ö".repeat(6000 - place / 2)}`;
      expect(found(text, searched)).toEqual([searched]);
    },
  );

  const blankText = fc.string({
    unit: fc.constantFrom("a", "B", " ", "\n", "\t", "\r"),
    maxLength: 14,
  });

  property.prop([blankText, blankText.map((text) => text.slice(0, 4))])(
    "are the same in a text with letters beyond ASCII behind it",
    (content, typed) => {
      expect(Array.from(findRanges(`${content}\u00e9`, [typed]))).toEqual(
        Array.from(findRanges(content, [typed])),
      );
    },
  );

  test("are looked for in a long text of marks", () => {
    expect(found(`a${"\u0301\u0323".repeat(100_000)}`, "b")).toEqual([]);
  });
});
