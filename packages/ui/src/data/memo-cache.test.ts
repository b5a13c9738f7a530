import { QueryClient } from "@tanstack/react-query";
import type { MemoView } from "@tidemark/core/router";
import { TRPCClientError } from "@trpc/client";
import { afterEach, describe, expect, test } from "vitest";
import { memoView } from "../../tests/memo-view.ts";
import { setUi } from "../app/ui-state.ts";
import type { TidemarkClient } from "./client.tsx";
import { refreshMemos, showMemo } from "./memo-cache.ts";
import type { MemoListQuery, MemoPages } from "./memo-pages.ts";
import { queryKeys } from "./queries.ts";

const timeline: MemoListQuery = { view: "timeline", search: "", tag: null, pinned: false };
const search: MemoListQuery = { ...timeline, search: "tide", pinned: null };

function cacheWith(query: MemoListQuery, memos: MemoView[]): QueryClient {
  const queries = new QueryClient();
  const pages: MemoPages = {
    pages: [{ memos, nextCursor: null, terms: [] }],
    pageParams: [null],
  };
  queries.setQueryData(queryKeys.list(query), pages);
  return queries;
}

const shown = (queries: QueryClient, query: MemoListQuery) =>
  queries
    .getQueryData<MemoPages>(queryKeys.list(query))
    ?.pages.flatMap((page) => page.memos.map((memo) => `${memo.id}:${memo.content}`));

/** Answers `memos.get` from a record; what is not in it was purged. */
function clientOf(memos: Record<string, MemoView>): TidemarkClient {
  const get = ({ id }: { id: string }): Promise<MemoView> => {
    const memo = memos[id];
    if (memo !== undefined) return Promise.resolve(memo);
    const app = { type: "app-error", code: "NOT_FOUND", message: "not found", fields: [] };
    return Promise.reject(
      TRPCClientError.from({ error: { message: "not found", code: -32600, data: { app } } }),
    );
  };
  return { memos: { get: { query: get } } } as unknown as TidemarkClient;
}

afterEach(() => setUi({ editingId: null }));

describe("memos that changed elsewhere", () => {
  test("are shown without reading the list again", async () => {
    const queries = cacheWith(timeline, [memoView({ id: "a" })]);
    const edited = memoView({ id: "a", content: "new" });
    await refreshMemos(queries, clientOf({ a: edited }), ["a"]);
    expect(shown(queries, timeline)).toEqual(["a:new"]);
    expect(queries.getQueryState(queryKeys.list(timeline))?.isInvalidated).toBe(false);
  });

  test("leave the list when they are gone for good", async () => {
    const queries = cacheWith(timeline, [memoView({ id: "a" }), memoView({ id: "b" })]);
    await refreshMemos(queries, clientOf({}), ["a"]);
    expect(shown(queries, timeline)).toEqual(["b:Hello"]);
  });

  test("have everything read again when it is not said which, or are too many", async () => {
    for (const ids of [null, Array.from({ length: 26 }, (_, at) => `m${at}`)]) {
      const queries = cacheWith(timeline, [memoView({ id: "a" })]);
      await refreshMemos(queries, clientOf({}), ids);
      expect(queries.getQueryState(queryKeys.list(timeline))?.isInvalidated).toBe(true);
    }
  });
});

describe("the memo that is being edited", () => {
  test("stays in a search that it may no longer match", () => {
    const queries = cacheWith(search, [memoView({ id: "a", content: "tide" })]);
    setUi({ editingId: "a" });
    showMemo(queries, "a", memoView({ id: "a", content: "other" }));
    expect(shown(queries, search)).toEqual(["a:other"]);
    expect(queries.getQueryState(queryKeys.list(search))?.isInvalidated).toBe(false);
  });

  test("has the search read again once it is left", () => {
    const queries = cacheWith(search, [memoView({ id: "a", content: "tide" })]);
    showMemo(queries, "a", memoView({ id: "a", content: "other" }));
    expect(queries.getQueryState(queryKeys.list(search))?.isInvalidated).toBe(true);
  });

  test("leaves when it was moved to the trash elsewhere", () => {
    const queries = cacheWith(timeline, [memoView({ id: "a" })]);
    setUi({ editingId: "a" });
    showMemo(queries, "a", memoView({ id: "a", deletedMs: 1 }));
    expect(shown(queries, timeline)).toEqual([]);
  });
});
