import { describe, expect, test } from "vitest";
import { memoView } from "../../tests/memo-view.ts";
import { patchPages, type MemoListQuery, type MemoPages } from "./memo-pages.ts";
import type { UserReference } from "@tidemark/core/names";

const timeline: MemoListQuery = { view: "timeline", search: "", tag: null, pinned: false };
const memo = (id: string, createdMs: number) => memoView({ id, createdMs });

function pagesOf(ids: [string, number][][], nextCursor: string | null = null): MemoPages {
  return {
    pageParams: ids.map(() => null),
    pages: ids.map((page, index) => ({
      memos: page.map(([id, ms]) => memo(id, ms)),
      nextCursor: index === ids.length - 1 ? nextCursor : "more",
      terms: [],
      parents: [],
    })),
  };
}
const idsOf = (pages: MemoPages | null) =>
  pages === null ? null : pages.pages.map((page) => page.memos.map((each) => each.id));

const two = pagesOf([
  [
    ["d", 40],
    ["c", 30],
  ],
  [["a", 10]],
]);

describe("a changed memo in loaded pages", () => {
  test("in a search only the host knows what matches, but a trashed memo leaves at once", () => {
    const found: MemoListQuery = { ...timeline, scope: "all", search: "fog", pinned: null };
    const trashed = { ...memo("c", 30), deletedMs: 1 };
    expect(patchPages(two, found, "c", { ...memo("c", 30), parent: "d" })).toBeNull();
    expect(idsOf(patchPages(two, found, "c", trashed))).toEqual([["d"], ["a"]]);
    expect(patchPages(two, { ...found, scope: "trash" }, "c", trashed)).toBeNull();
    expect(idsOf(patchPages(two, { ...found, scope: "trash" }, "c", memo("c", 30)))).toEqual([
      ["d"],
      ["a"],
    ]);
  });

  test("F34 · matches a tag alone, or the tag with its subtags", () => {
    const under = { ...memo("e", 50), tags: ["boat/winter"] };
    const shown = (tag: string) => idsOf(patchPages(two, { ...timeline, tag }, "e", under));
    expect(shown("boat/*")).toEqual([["e", "d", "c"], ["a"]]);
    expect(shown("boat/winter")).toEqual([["e", "d", "c"], ["a"]]);
    expect(shown("boat")).toEqual([["d", "c"], ["a"]]);
    expect(shown("boa/*")).toEqual([["d", "c"], ["a"]]);
  });

  test("F35 · of another user is listed in Explore, and in the timeline only if that includes others' public memos", () => {
    const explore: MemoListQuery = { ...timeline, view: "explore", pinned: null };
    const own = { ...two, pages: two.pages.map((page) => ({ ...page, isOwn: true })) };
    const his = { ...memo("e", 50), author: "bob", visibility: "PUBLIC" } as const;
    const shared = { ...his, visibility: "SPACE" } as const;
    const among = [["e", "d", "c"], ["a"]];
    const without = [["d", "c"], ["a"]];
    expect(idsOf(patchPages(two, timeline, "e", his))).toEqual(among);
    expect(idsOf(patchPages(own, timeline, "e", his))).toEqual(without);
    expect(idsOf(patchPages(own, timeline, "e", shared))).toEqual(among);
    expect(idsOf(patchPages(own, timeline, "e", { ...his, author: null }))).toEqual(among);
    expect(idsOf(patchPages(two, explore, "e", his))).toEqual(among);
    expect(idsOf(patchPages(two, explore, "e", { ...his, author: null }))).toEqual(among);
    expect(idsOf(patchPages(two, explore, "e", shared))).toEqual(without);
    expect(idsOf(patchPages(two, explore, "d", memo("d", 40)))).toEqual([["c"], ["a"]]);
  });

  test("F36a · of one person is listed only among that person's memos", () => {
    const his: MemoListQuery = { ...timeline, view: "explore", author: "bob", pinned: null };
    const shown = { ...memo("e", 50), visibility: "PUBLIC" } as const;
    const of = (creator: UserReference) => idsOf(patchPages(two, his, "e", { ...shown, creator }));
    expect(of("users/bob")).toEqual([["e", "d", "c"], ["a"]]);
    expect(of("users/bobby")).toEqual([["d", "c"], ["a"]]);
  });

  test("inserts a new memo by its time", () => {
    expect(idsOf(patchPages(two, timeline, "e", memo("e", 50)))).toEqual([["e", "d", "c"], ["a"]]);
    expect(idsOf(patchPages(two, timeline, "b", memo("b", 20)))).toEqual([
      ["d", "c"],
      ["b", "a"],
    ]);
    expect(idsOf(patchPages(two, timeline, "0", memo("0", 1)))).toEqual([
      ["d", "c"],
      ["a", "0"],
    ]);
  });

  test("orders memos with the same time by their creation order", () => {
    const made = (number: number) => memoView({ id: "x", createdMs: 40, number });
    const placed = (number: number) => idsOf(patchPages(two, timeline, "x", made(number)));
    expect(placed(0)).toEqual([["d", "x", "c"], ["a"]]);
    expect(placed(2)).toEqual([["x", "d", "c"], ["a"]]);
  });

  test("ignores a memo older than the loaded pages", () => {
    const open = pagesOf([[["d", 40]]], "more");
    expect(patchPages(open, timeline, "a", memo("a", 1))).toBe(open);
  });

  test("replaces an edited memo in place", () => {
    const edited = { ...memo("c", 30), content: "new" };
    const patched = patchPages(two, timeline, "c", edited);
    expect(patched?.pages[0]?.memos[1]).toBe(edited);
    expect(patched?.pages[1]).toBe(two.pages[1]);
  });

  test.each([
    ["pinned", { pinned: true }],
    ["archived", { state: "ARCHIVED" as const }],
    ["trashed", { deletedMs: 5 }],
  ])("removes a memo that was %s", (_what, change) => {
    expect(idsOf(patchPages(two, timeline, "c", { ...memo("c", 30), ...change }))).toEqual([
      ["d"],
      ["a"],
    ]);
  });

  test("removes a purged memo", () => {
    expect(idsOf(patchPages(two, timeline, "a", null))).toEqual([["d", "c"], []]);
    expect(patchPages(two, timeline, "x", null)).toBe(two);
  });

  test("doesn't list comments in the timeline", () => {
    expect(patchPages(two, timeline, "x", memoView({ id: "x", parent: "a" }))).toBe(two);
  });

  test("reloads the list when a memo's time changes", () => {
    expect(patchPages(two, timeline, "c", memo("c", 99))).toBeNull();
  });

  test("leaves it to the host whether a memo matches a search", () => {
    const search = { ...timeline, search: "tide" };
    expect(patchPages(two, search, "c", memo("c", 30))).toBeNull();
    expect(idsOf(patchPages(two, search, "c", null))).toEqual([["d"], ["a"]]);
  });

  test("adds memos with the tag to a tag's list and removes memos that lost it", () => {
    const tagged = { ...timeline, tag: "work" };
    expect(idsOf(patchPages(two, tagged, "c", memo("c", 30)))).toEqual([["d"], ["a"]]);
    const work = memoView({ id: "e", createdMs: 50, tags: ["work"] });
    expect(idsOf(patchPages(two, tagged, "e", work))).toEqual([["e", "d", "c"], ["a"]]);
  });
});
