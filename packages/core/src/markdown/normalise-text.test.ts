import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normaliseText } from "./normalise-text.ts";

describe("normaliseText", () => {
  test.each([
    ["a\r\nb\rc\n", "a\nb\nc\n"],
    ["\r\r\n\n", "\n\n\n"],
    ["a\0b", "a\uFFFDb"],
    ["\uD83D", "\uFFFD"],
    ["\uDE00\uD83D", "\uFFFD\uFFFD"],
    ["😀", "😀"],
    ["", ""],
  ])("M1 · brings %j into the stored form", (given, stored) => {
    expect(normaliseText(given)).toBe(stored);
  });

  test("M1 · changes nothing the second time", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.nat(0xffff).map((n) => String.fromCharCode(n)) }),
        (text) => {
          const stored = normaliseText(text);
          expect(normaliseText(stored)).toBe(stored);
          expect(stored.isWellFormed()).toBe(true);
        },
      ),
    );
  });
});
