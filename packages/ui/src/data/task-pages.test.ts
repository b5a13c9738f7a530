import { deriveMemo } from "@tidemark/core/markdown";
import type { MemoView } from "@tidemark/core/router";
import { describe, expect, test } from "vitest";
import { memoView } from "../../tests/memo-view.ts";
import { patchTaskPages, type TaskPages } from "./task-pages.ts";

const memo = (id: string, content: string, rest: Partial<MemoView> = {}): MemoView =>
  memoView({ id, content, ...deriveMemo(content), ...rest });
const two = memo("two", "#boat\n\n- [ ] a #loft\n- [ ] b");
const one = memo("one", "#boat\n\n- [ ] c");
const pages: TaskPages = {
  pages: [
    { groups: [{ tag: "boat", memos: [two] }], nextCursor: "next" },
    {
      groups: [
        { tag: "boat", memos: [one] },
        { tag: "loft", memos: [two] },
      ],
      nextCursor: null,
    },
  ],
  pageParams: [null, "next"],
};
const listed = (patched: TaskPages | null) =>
  patched?.pages.map(({ groups }) => groups.map(({ tag, memos }) => [tag, memos]));

describe("a changed memo among tasks by tag", () => {
  test("is replaced in every group", () => {
    const done = memo("two", "#boat\n\n- [x] a #loft\n- [ ] b");
    expect(listed(patchTaskPages(pages, "two", done, false))).toEqual([
      [["boat", [done]]],
      [
        ["boat", [one]],
        ["loft", [done]],
      ],
    ]);
  });

  test("leaves with its last task, unless it stays briefly", () => {
    const done = memo("one", "#boat\n\n- [x] c");
    expect(listed(patchTaskPages(pages, "one", done, false))?.[1]?.[0]).toEqual(["boat", []]);
    expect(listed(patchTaskPages(pages, "one", done, true))?.[1]?.[0]).toEqual(["boat", [done]]);
  });

  test.each([
    ["was removed for good", null],
    ["was put into the trash", memo("one", one.content, { deletedMs: 1 })],
    ["was archived", memo("one", one.content, { state: "ARCHIVED" })],
  ])("leaves when it %s", (_what, after) => {
    expect(listed(patchTaskPages(pages, "one", after, false))?.[1]?.[0]).toEqual(["boat", []]);
  });

  test.each([
    ["a memo with tasks came", memo("new", "- [ ] x")],
    ["it has more tasks", memo("one", "#boat\n\n- [ ] c\n- [ ] d")],
    ["it has other tags", memo("one", "#boot\n\n- [ ] c")],
  ])("requires a reload when %s", (_what, after) => {
    expect(patchTaskPages(pages, after.id, after, false)).toBeNull();
  });

  test("isn't listed without a task, or if another user wrote it", () => {
    expect(patchTaskPages(pages, "new", memo("new", "text"), false)).toBe(pages);
    const others = memo("new", "- [ ] x", { author: "bob" });
    expect(patchTaskPages(pages, "new", others, false)).toBe(pages);
  });
});
