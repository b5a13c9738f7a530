import { describe, expect, test } from "vitest";
import { repeatsWord } from "./repeats-word.ts";

describe("T9b · a merged text", () => {
  test.each([
    ["one two one", ["one two", "two one"], true],
    ["one, two", ["one", "two one"], false],
    ["one two one", ["one two", "two one", "one two one"], false],
    ["new", ["old"], true],
    ["", ["old"], false],
  ] as const)("%j may repeat a word of %j: %s", (merged, texts, expected) => {
    expect(repeatsWord(merged, texts)).toBe(expected);
  });
});
