import { describe, expect, test } from "vitest";
import { codeRanges } from "./code-ranges.ts";

function codeOf(content: string): string[] {
  return codeRanges(content).map(({ from, to }) => content.slice(from, to));
}

describe("M18a · the ranges of code", () => {
  test.each<[string, string[]]>([
    ["no code at all", []],
    ["a `b` c ``d ` e`` f", ["`b`", "``d ` e``"]],
    ["`` ` `` and ` a ` and `  `", ["`` ` ``", "` a `", "`  `"]],
    ["a `b\nc` d", ["`b\nc`"]],
    ["\\`a` b` \\\\`c`", ["` b`", "`c`"]],
    ["a ` b\n\nc ` d", []],
    ["<a title='`'>`b`", ["`b`"]],
    ["| `a\\|b` | `c` |\n| - | - |\n| `d` | e |", ["`a\\|b`", "`c`", "`d`"]],
    ["> - `a`\n>   `b`", ["`a`", "`b`"]],
    ["```\na\n```\nb", ["```\na\n```\n"]],
    // Four blanks, other marks or words don't close a fence.
    ["```\n    ```\na\n```\nb", ["```\n    ```\na\n```\n"]],
    ["```\n~~~\n``\n``` x\n````\nb", ["```\n~~~\n``\n``` x\n````\n"]],
    ["   ~~~~ js\na\n  ~~~~~  \nb", ["   ~~~~ js\na\n  ~~~~~  \n"]],
    ["``` a`b\nc", []],
    ["```\nnever closed\n\nb", ["```\nnever closed\n\nb"]],
    // A fence ends with its quote or list item.
    ["> ```\n> a\n\nb", ["> ```\n> a\n"]],
    ["> ```\n> a\nb", ["> ```\n> a\n"]],
    ["- ```\n  a\n\nb", ["- ```\n  a\n\n"]],
    ["- a\n\n  ```\n  b\n  ```\nc", ["  ```\n  b\n  ```\n"]],
    ["    a\n\n    b\nc", ["    a\n\n    b\n"]],
    ["a\n    b", []],
    ["\ta\nb", ["\ta\n"]],
    ["- a\n\n      b\n\n  c", ["      b\n"]],
    ["- a\n\n    b", []],
    ["1.  a\n\n        b", ["        b"]],
    ["<pre>\n[a](b)\n</pre>\n\nc", ["<pre>\n[a](b)\n</pre>\n"]],
    ["<div>\n[a](b)    c\n</div>", []],
    ["```\r\na\r\n```\r\n`b`", ["```\r\na\r\n```\r\n", "`b`"]],
  ])("of %j are %j", (content, ranges) => {
    expect(codeOf(content)).toEqual(ranges);
  });
});
