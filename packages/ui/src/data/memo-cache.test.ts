import { QueryClient, QueryObserver } from "@tanstack/react-query";
import type { MemoView } from "@tidemark/core/router";
import { TRPCClientError } from "@trpc/client";
import { afterEach, describe, expect, test } from "vitest";
import { memoView } from "../../tests/memo-view.ts";
import { setUi } from "../state/ui-state.ts";
import type { TidemarkClient } from "./client.tsx";
import { refreshMemos, showMemo } from "./memo-cache.ts";
import type { MemoListQuery, MemoPages } from "./memo-pages.ts";
import { queryKeys } from "./queries.ts";

const timeline: MemoListQuery = { view: "timeline", search: "", tag: null, pinned: false };
const search: MemoListQuery = { ...timeline, search: "tide", pinned: null };

function cacheWith(query: MemoListQuery, memos: MemoView[]): QueryClient {
  const queries = new QueryClient();
  const pages: MemoPages = {
    pages: [{ memos, nextCursor: null, terms: [], parents: [] }],
    pageParams: [null],
  };
  queries.setQueryData(queryKeys.list(query), pages);
  return queries;
}

const shown = (queries: QueryClient, query: MemoListQuery) =>
  queries
    .getQueryData<MemoPages>(queryKeys.list(query))
    ?.pages.flatMap((page) => page.memos.map((memo) => `${memo.id}:${memo.content}`));

/** Returns a client that answers `memos.get` from a record; missing ids were purged. */
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
  test("are shown without reloading the list", async () => {
    const queries = cacheWith(timeline, [memoView({ id: "a" })]);
    const edited = memoView({ id: "a", content: "new" });
    await refreshMemos(queries, clientOf({ a: edited }), ["a"]);
    expect(shown(queries, timeline)).toEqual(["a:new"]);
    expect(queries.getQueryState(queryKeys.list(timeline))?.isInvalidated).toBe(false);
  });

  test("leave the list when they are purged", async () => {
    const queries = cacheWith(timeline, [memoView({ id: "a" }), memoView({ id: "b" })]);
    await refreshMemos(queries, clientOf({}), ["a"]);
    expect(shown(queries, timeline)).toEqual(["b:Hello"]);
  });

  test("keep a list invalidated that was invalidated before", async () => {
    const queries = cacheWith(timeline, [memoView({ id: "a" })]);
    await queries.invalidateQueries({ queryKey: queryKeys.lists });
    await refreshMemos(queries, clientOf({ a: memoView({ id: "a", content: "new" }) }), ["a"]);
    expect(shown(queries, timeline)).toEqual(["a:new"]);
    expect(queries.getQueryState(queryKeys.list(timeline))?.isInvalidated).toBe(true);
  });

  test('reload "on this day" if it shows one of them', async () => {
    const queries = cacheWith(timeline, []);
    const key = queryKeys.onThisDay("2026-06-10");
    queries.setQueryData(key, [{ year: 2025, memo: memoView({ id: "a" }) }]);
    const isOutdated = () => queries.getQueryState(key)?.isInvalidated;
    await refreshMemos(queries, clientOf({ b: memoView({ id: "b" }) }), ["b"]);
    expect(isOutdated()).toBe(false);
    await refreshMemos(queries, clientOf({}), ["b", "a"]);
    expect(isOutdated()).toBe(true);
  });

  test("reload a list whose first load started before the change", async () => {
    const queries = new QueryClient();
    const queryKey = queryKeys.list(timeline);
    const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()] as const;
    let asked = 0;
    const observer = new QueryObserver(queries, {
      queryKey,
      queryFn: () => answers[asked++]!.promise,
      staleTime: Infinity,
    });
    const stop = observer.subscribe(() => undefined);
    const refreshed = refreshMemos(queries, clientOf({}), null);
    answers[0].resolve("as it was");
    answers[1].resolve("with what changed");
    await refreshed;
    expect(queries.getQueryData(queryKey)).toBe("with what changed");
    stop();
  });

  test("reload everything if the ids are unknown or too many", async () => {
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

  test("causes a reload of the search after the editor is closed", () => {
    const queries = cacheWith(search, [memoView({ id: "a", content: "tide" })]);
    showMemo(queries, "a", memoView({ id: "a", content: "other" }));
    expect(queries.getQueryState(queryKeys.list(search))?.isInvalidated).toBe(true);
  });

  test("leaves the list when another device moves it to the trash", () => {
    const queries = cacheWith(timeline, [memoView({ id: "a" })]);
    setUi({ editingId: "a" });
    showMemo(queries, "a", memoView({ id: "a", deletedMs: 1 }));
    expect(shown(queries, timeline)).toEqual([]);
  });
});

describe("a late answer", () => {
  /** Returns a host whose answers the test gives, in the order of the requests. */
  function slowHost() {
    const questions: { answer(memo: MemoView): void }[] = [];
    const get = (): Promise<MemoView> => {
      const { promise, resolve } = Promise.withResolvers<MemoView>();
      questions.push({ answer: resolve });
      return promise;
    };
    return { questions, client: { memos: { get: { query: get } } } as unknown as TidemarkClient };
  }
  const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

  test("never restores a row that a full reload removed", async () => {
    const queries = cacheWith(timeline, [memoView({ id: "a" }), memoView({ id: "b" })]);
    const { questions, client } = slowHost();
    const refreshed = refreshMemos(queries, client, ["a"]);
    // The device noticed that its server was restored: everything reloads, without the row.
    await refreshMemos(queries, client, null);
    queries.setQueryData(queryKeys.list(timeline), {
      pages: [{ memos: [memoView({ id: "b" })], nextCursor: null, terms: [], parents: [] }],
      pageParams: [null],
    });
    questions[0]?.answer(memoView({ id: "a" }));
    await settle();
    expect(shown(queries, timeline)).toEqual(["b:Hello"]);
    // The memo is requested again, because it may still exist.
    expect(questions).toHaveLength(2);
    questions[1]?.answer(memoView({ id: "a", deletedMs: 1 }));
    await refreshed;
    expect(shown(queries, timeline)).toEqual(["b:Hello"]);
  });

  test("never overwrites the answer to a later request", async () => {
    const queries = cacheWith(timeline, [memoView({ id: "a" })]);
    const { questions, client } = slowHost();
    const both = [refreshMemos(queries, client, ["a"]), refreshMemos(queries, client, ["a"])];
    questions[1]?.answer(memoView({ id: "a", content: "newer" }));
    await settle();
    questions[0]?.answer(memoView({ id: "a", content: "older" }));
    await Promise.all(both);
    expect(shown(queries, timeline)).toEqual(["a:newer"]);
  });

  test("never overwrites the result of a write", async () => {
    const queries = cacheWith(timeline, [memoView({ id: "a" })]);
    const { questions, client } = slowHost();
    const refreshed = refreshMemos(queries, client, ["a"]);
    showMemo(queries, "a", memoView({ id: "a", content: "written" }));
    questions[0]?.answer(memoView({ id: "a", content: "older" }));
    await settle();
    expect(shown(queries, timeline)).toEqual(["a:written"]);
    questions[1]?.answer(memoView({ id: "a", content: "written and more" }));
    await refreshed;
    expect(shown(queries, timeline)).toEqual(["a:written and more"]);
  });

  test("to an earlier list request doesn't revert later updates", async () => {
    const queries = cacheWith(timeline, [memoView({ id: "a" }), memoView({ id: "b" })]);
    const { promise, resolve } = Promise.withResolvers<MemoPages>();
    const listed = queries.fetchQuery({
      queryKey: queryKeys.list(timeline),
      queryFn: () => promise,
      staleTime: 0,
    });
    showMemo(queries, "a", null);
    showMemo(queries, "b", memoView({ id: "b", content: "newer" }));
    resolve({
      pages: [
        {
          memos: [memoView({ id: "a" }), memoView({ id: "b" })],
          nextCursor: null,
          terms: [],
          parents: [],
        },
      ],
      pageParams: [null],
    });
    await listed;
    await settle();
    expect(shown(queries, timeline)).toEqual(["b:newer"]);
  });
});
