import { describe, expect, test } from "vitest";
import { findNul } from "./find-nul.ts";

describe("U+0000 in a value", () => {
  test.each<readonly [string, unknown, readonly (string | number)[] | null]>([
    ["a text", "a\0", []],
    ["a text without", "a", null],
    ["what is no text", [null, 0, true, undefined, {}], null],
    ["a field", { a: "b", c: "d\0" }, ["c"]],
    ["a place in a list", { a: ["", { b: "\0" }] }, ["a", 1, "b"]],
    ["a name", { a: { "b\0": 1 } }, ["a"]],
    ["JavaScript's own names", JSON.parse('{"__proto__":{"a":"\\u0000"}}'), ["__proto__", "a"]],
  ])("is found in %s", (_, value, expected) => {
    expect(findNul(value)).toEqual(expected);
  });

  test("is allowed in the text of a memo, and nowhere else", () => {
    const isContent = (path: readonly (string | number)[]): boolean => path.at(-1) === "content";
    expect(findNul({ memo: { content: "\0" } }, isContent)).toBeNull();
    expect(findNul({ memo: { content: "\0", uid: "\0" } }, isContent)).toEqual(["memo", "uid"]);
    expect(findNul({ content: { "a\0": 1 } }, isContent)).toEqual(["content"]);
  });

  test("is found at any depth", () => {
    let value: unknown = "\0";
    for (let i = 0; i < 100_000; i += 1) value = [value];
    expect(findNul(value)).toHaveLength(100_000);
  });
});
