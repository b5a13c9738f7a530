import { describe, expect, test } from "vitest";
import { madeTokens } from "./made-tokens.ts";

describe("a merge by letters", () => {
  test.each([
    ["words in another order", "pay Ann $10 now", ["pay now $10 Ann"]],
    ["lines in another order", "milk\neggs\n5 apples", ["eggs\nmilk\n5 apples"]],
    ["a joined line", "milk, eggs", ["milk\neggs"]],
    ["a word of each side", "pay Ann $12", ["pay $12", "pay Ann $10"]],
    ["a word less", "buy milk", ["buy milk eggs"]],
    ["a word twice", "buy milk milk", ["buy milk"]],
  ])("T3g · made no token of %s", (_, letters, others) => {
    expect(madeTokens(letters, others)).toBe(false);
  });

  test.each([
    [
      "an amount with text between its digits",
      "pay $11 soon056",
      ["pay $11056", "pay $11433 soon"],
    ],
    ["two numbers", "call 57", ["call 5", "call 7", "call 5 7"]],
    ["two words", "darkhue", ["hue", "colour dark", "hue dark"]],
    ["a number in one of several lines", "5 eggs\n1 soon0\nend", ["5 eggs\n10 soon\nend"]],
  ])("T3g · made a token of %s", (_, letters, others) => {
    expect(madeTokens(letters, others)).toBe(true);
  });

  test("T9a · counts as having made one where long lines differ", () => {
    const long = "word ".repeat(100_000);
    expect(madeTokens(`one ${long}`, [`${long} one`])).toBe(true);
    expect(madeTokens(`one 5\n${long}`, [`5 one\n${long}`])).toBe(false);
  });
});
