import { describe, expect, test } from "vitest";
import { tagRanges } from "./tag-ranges.ts";

describe("tagRanges", () => {
  test.each<[string, number[]]>([
    ["#a", [0]],
    ["x #a #a", [2, 5]],
    ["😀#a", [2]],
    ["a\r\n#b\r#c\n#d", [3, 6, 9]],
    ["> # x #a #", [6]],
    ["> - 1. #a\n>     lazy #b", [7, 21]],
    ["- [ ] #a\n  #b", [6, 11]],
    ["- [ ]\n  #a", [8]],
    ["\t#a".trimStart() + "\n\t  #b  ", [0, 6]],
    ["#a #b\n---", [0, 3]],
    ["> a | \\| #b\n> -|-\n> #c | `\\|` #d \n> | #e", [9, 20, 30, 38]],
    ["1. | #a | #b |\n   |-|-|\n   | 1. #c | #d |", [5, 10, 32, 37]],
    ["\0\uD800 #a", [3]],
  ])("M18 · in %j finds the tags at %j", (content, offsets) => {
    const ranges = tagRanges(content);
    expect(ranges.map(({ from }) => from)).toEqual(offsets);
    for (const { from, to, tag } of ranges) expect(content.slice(from, to)).toBe(`#${tag}`);
  });

  test("M18 · ends a range where a long tag is cut", () => {
    expect(tagRanges(`#${"a".repeat(120)}`)).toEqual([{ from: 0, to: 101, tag: "a".repeat(100) }]);
  });
});
