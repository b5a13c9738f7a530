import { QueryClient } from "@tanstack/react-query";
import type { MemoPage } from "@tidemark/core/router";
import { expect, test } from "vitest";
import { memoView } from "../../tests/memo-view.ts";
import { holdShown } from "./hold-shown.ts";
import type { MemoPages } from "./memo-pages.ts";
import { queryKeys } from "./queries.ts";

const memos = ["c", "b", "a"].map((id, at) => memoView({ id, createdMs: 9 - at }));
const page = (shown: typeof memos): MemoPage => ({
  memos: shown,
  nextCursor: null,
  terms: [],
  parents: [],
});

/** Returns a cache with a loaded timeline and archive, whose host has changed nothing yet. */
async function loaded() {
  const queries = new QueryClient();
  const keys = ["timeline", "archive"].map((view) => [
    ...queryKeys.lists,
    { view, search: "", tag: null, pinned: null },
  ]);
  const [timeline = [], archive = []] = keys;
  const read = (key: readonly unknown[], shown: typeof memos) =>
    queries.fetchQuery<MemoPages>({
      queryKey: key,
      queryFn: async () => ({ pages: [page(shown)], pageParams: [null] }),
    });
  await read(timeline, memos);
  await read(archive, []);
  const shownIn = (key: readonly unknown[]) =>
    queries
      .getQueryData<MemoPages>(key)
      ?.pages.flatMap((each) => each.memos.map(({ id }) => id))
      .join("");
  return { queries, timeline, archive, read, shownIn };
}

test("memos being archived are shown as archived, and stay so while lists reload", async () => {
  const { queries, timeline, archive, read, shownIn } = await loaded();
  const changes = new Map(["a", "c"].map((id) => [id, { state: "ARCHIVED" } as const]));
  const release = holdShown(queries, memos, changes);
  expect([shownIn(timeline), shownIn(archive)]).toEqual(["b", "ca"]);
  await read(timeline, memos);
  await expect.poll(() => shownIn(timeline)).toBe("b");
  release();
  await read(timeline, memos);
  expect(shownIn(timeline)).toBe("cba");
});

test("purged memos leave every list", async () => {
  const { queries, timeline, shownIn } = await loaded();
  holdShown(queries, memos, new Map([["b", null]]))();
  expect(shownIn(timeline)).toBe("ca");
});
