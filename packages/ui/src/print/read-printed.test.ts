import { expect, test } from "vitest";
import { memoView } from "../../tests/memo-view.ts";
import type { TidemarkClient } from "../data/client.tsx";
import { maxPrinted, readList } from "./read-printed.ts";

/** Returns a host with `count` memos, and the page sizes of its queries. */
function hostOf(count: number) {
  const sizes: number[] = [];
  const client = {
    memos: {
      list: {
        query: async ({ pageSize, cursor }: { pageSize: number; cursor: string | null }) => {
          sizes.push(pageSize);
          const from = Number(cursor ?? 0);
          const to = Math.min(count, from + pageSize);
          const memos = Array.from({ length: to - from }, (_, at) =>
            memoView({ id: `${from + at}` }),
          );
          return { memos, nextCursor: to < count ? String(to) : null };
        },
      },
    },
  } as unknown as TidemarkClient;
  return { client, sizes };
}

const query = { view: "timeline", search: "", tag: null, pinned: null } as const;
const { signal } = new AbortController();

test("a list is loaded to its end, page by page", async () => {
  const { client, sizes } = hostOf(230);
  const { memos, hasMore } = await readList(client, query, signal);
  expect(memos.map(({ id }) => id)).toEqual(Array.from({ length: 230 }, (_, at) => `${at}`));
  expect({ hasMore, sizes }).toEqual({ hasMore: false, sizes: [200, 200] });
});

test("a long list is limited to the printable number", async () => {
  const { client, sizes } = hostOf(100_000);
  const { memos, hasMore } = await readList(client, query, signal);
  expect(memos).toHaveLength(maxPrinted);
  expect({ hasMore, sizes }).toEqual({ hasMore: true, sizes: [200, 200, 100] });
});
