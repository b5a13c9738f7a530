import { QueryClient } from "@tanstack/react-query";
import type { NewMemo } from "@tidemark/core/router";
import { describe, expect, test } from "vitest";
import { memoView } from "../../tests/memo-view.ts";
import { showMemo } from "./memo-cache.ts";
import type { MemoListQuery, MemoPages } from "./memo-pages.ts";
import { queryKeys } from "./queries.ts";
import { dropSketch, keepWritten, showSketch, sketchOf } from "./sketch.ts";
import { withWritten } from "./written.ts";

const timeline: MemoListQuery = { view: "timeline", search: "", tag: null, pinned: false };
const made: NewMemo = { id: "new", content: "Just written", visibility: "PRIVATE" };

function openLists(...lists: MemoListQuery[]) {
  const queries = new QueryClient();
  for (const query of lists) {
    const pages: MemoPages = {
      pages: [{ memos: [memoView({ id: "old" })], nextCursor: null, terms: [], parents: [] }],
      pageParams: [null],
    };
    queries.setQueryData(queryKeys.list(query), pages);
  }
  const sketch = sketchOf(made);
  if (sketch === null) throw new Error("nothing was drawn");
  return {
    queries,
    sketch,
    ids: (query: MemoListQuery) =>
      queries
        .getQueryData<MemoPages>(queryKeys.list(query))
        ?.pages.flatMap(({ memos }) => memos.map(({ id }) => id)),
    isDue: (query: MemoListQuery) => queries.getQueryState(queryKeys.list(query))?.isInvalidated,
  };
}

describe("a memo that the host hasn't created yet", () => {
  test("is listed first until the memo replaces it, without reloading a list", () => {
    const { queries, sketch, ids, isDue } = openLists(timeline);
    showSketch(queries, sketch);
    expect(ids(timeline)).toEqual(["new", "old"]);
    showMemo(queries, "new", memoView({ id: "new", number: 7, createdMs: sketch.createdMs + 3 }));
    dropSketch(queries, "new");
    expect(ids(timeline)).toEqual(["new", "old"]);
    expect(isDue(timeline)).toBe(false);
  });

  test("keeps a list invalidated that was invalidated before", async () => {
    const { queries, sketch, ids, isDue } = openLists(timeline);
    await queries.invalidateQueries({ queryKey: queryKeys.lists });
    showSketch(queries, sketch);
    expect(ids(timeline)).toEqual(["new", "old"]);
    expect(isDue(timeline)).toBe(true);
  });

  test("is added to a list requested earlier, and so is the created memo", async () => {
    const { queries, sketch } = openLists(timeline);
    const page = { memos: [], nextCursor: null, terms: [], parents: [] };
    const idsOf = (query: MemoListQuery) =>
      withWritten(queries, page, query).memos.map(({ id, number }) => `${id} ${number === 7}`);
    showSketch(queries, sketch);
    expect(idsOf(timeline)).toEqual(["new false"]);
    expect(idsOf({ ...timeline, view: "archive" })).toEqual([]);
    expect(idsOf({ ...timeline, search: "other" })).toEqual([]);
    let answer = (): void => undefined;
    void queries.fetchQuery({
      queryKey: queryKeys.list({ ...timeline, tag: "a" }),
      queryFn: () => new Promise((resolve) => (answer = () => resolve(null))),
    });
    keepWritten(queries, memoView({ id: "new", number: 7, createdMs: sketch.createdMs }));
    dropSketch(queries, "new");
    expect(idsOf(timeline)).toEqual(["new true"]);
    answer();
    await new Promise((resolve) => setTimeout(resolve));
    expect(idsOf(timeline)).toEqual([]);
  });

  test("is removed if the memo was rejected", () => {
    const { queries, sketch, ids } = openLists(timeline);
    showSketch(queries, sketch);
    dropSketch(queries, "new");
    expect(ids(timeline)).toEqual(["old"]);
  });

  test("neither replaces nor removes an existing memo", () => {
    const { queries, ids } = openLists(timeline);
    const again = sketchOf({ ...made, id: "old" });
    if (again === null) throw new Error("nothing was drawn");
    showSketch(queries, again);
    dropSketch(queries, "old");
    expect(ids(timeline)).toEqual(["old"]);
  });

  test("isn't added to lists whose contents only the host knows, and doesn't reload them", () => {
    const found: MemoListQuery = { ...timeline, search: "tide" };
    const saved: MemoListQuery = { ...timeline, saved: "view" };
    const archive: MemoListQuery = { ...timeline, view: "archive" };
    const { queries, sketch, ids, isDue } = openLists(found, saved, archive);
    showSketch(queries, sketch);
    for (const query of [found, saved, archive]) {
      expect(ids(query)).toEqual(["old"]);
      expect(isDue(query)).toBe(false);
    }
  });

  test.each<Partial<NewMemo>>([
    { id: undefined },
    { visibility: undefined },
    { space: "spaces/a" },
    { parent: "above" },
    { attachments: ["file"] },
  ])("isn't shown for %o", (rest) => {
    expect(sketchOf({ ...made, ...rest })).toBeNull();
  });
});
