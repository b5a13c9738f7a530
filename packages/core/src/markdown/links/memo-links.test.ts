import { expect, test } from "vitest";
import { linkedMemos, memoLink, memoOfLink } from "./memo-links.ts";

test.each<[string, string[]]>([
  ["[a](/memos/x1) and [b](</memos/y-2>)", ["x1", "y-2"]],
  ["[a](/memos/x1) [again](/memos/x1)", ["x1"]],
  ["[a][1]\n\n[1]: /memos/x1", ["x1"]],
  ["| a |\n| --- |\n| [b](/memos/x1) |", ["x1"]],
  ["/memos/x1", []],
  ["`[a](/memos/x1)`\n\n    [a](/memos/y2)", []],
  ["![a](/memos/x1)", []],
  ["[a](memos/x1) [b](https://example.org/memos/x1) [c](//memos/x1)", []],
  ["[a](/memos/x1/more) [b](/memos/x1?q) [c](/memos/x1#h) [d](/memos/)", []],
  ["[a](/memos/123) [b](/memos/-x) [c](/memos/x_y)", []],
])("M24 · %j links to %j", (content, ids) => {
  expect(linkedMemos(content)).toEqual(ids);
});

test("M24 · the address made for a memo names it", () => {
  expect(memoOfLink(memoLink("aB3-x"))).toBe("aB3-x");
});
