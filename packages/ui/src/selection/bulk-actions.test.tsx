import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { appError } from "@tidemark/core";
import type { ManyUpdated, MemoPlacing } from "@tidemark/core/memo";
import { cleanup, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { memoView } from "../../tests/memo-view.ts";
import { ClientProvider, type TidemarkClient } from "../data/client.tsx";
import { useFeedback } from "../feedback/feedback.ts";
import { useBulkActions } from "./bulk-actions.ts";

afterEach(cleanup);
beforeEach(() => useFeedback.setState({ snackbars: [], undoable: [] }));

/** Host that applies every change, except to memos in `gone`, and records its requests. */
function openHost() {
  const asked: MemoPlacing[][] = [];
  const gone = new Set<string>();
  const client = {
    memos: { get: { query: async ({ id }: { id: string }) => memoView({ id }) } },
    bulk: {
      update: {
        mutate: async ({ memos }: { memos: MemoPlacing[] }): Promise<ManyUpdated> => {
          asked.push(memos);
          const error = appError("NOT_FOUND", "gone");
          return {
            done: memos.filter(({ id }) => !gone.has(id)).map(({ id }) => ({ id, before })),
            left: memos.filter(({ id }) => gone.has(id)).map(({ id }) => ({ id, error })),
          };
        },
      },
    },
  } as unknown as TidemarkClient;
  const before = { state: "NORMAL" } as const;
  const { result } = renderHook(() => useBulkActions(), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={new QueryClient()}>
        <ClientProvider value={client}>{children}</ClientProvider>
      </QueryClientProvider>
    ),
  });
  return { actions: result.current, asked, gone };
}

const said = () => useFeedback.getState().snackbars.map(({ text }) => text);
const own = ["a", "b"].map((id) => memoView({ id }));
const theirs = memoView({ id: "t", author: "amy" });
const comment = memoView({ id: "c", parent: "a" });

test("leaves out others' memos and comments, and says so", async () => {
  const { actions, asked } = openHost();
  await actions.setArchived([...own, theirs], true);
  expect(said()).toEqual(["2 memos archived · 2 of 3: one isn’t yours"]);
  await actions.setPinned([...own, theirs, comment], true);
  expect(said().at(-1)).toBe("2 memos pinned · 2 of 4: one isn’t yours, one is a comment");
  await actions.trash([...own, comment]);
  expect(said().at(-1)).toBe("3 memos moved to trash");
  expect(asked.map((memos) => memos.map(({ id }) => id).join(""))).toEqual(["ab", "ab", "abc"]);
  await actions.setArchived([theirs], true);
  expect(said().at(-1)).toBe("Nothing was changed: one isn’t yours");
  expect(asked).toHaveLength(3);
});

test("restores each memo with one undo if it is unchanged since, and reports the rest", async () => {
  const { actions, asked, gone } = openHost();
  await actions.setArchived(own, true);
  gone.add("b");
  useFeedback.getState().undo();
  await waitFor(() =>
    expect(said()).toEqual([
      "One memo was skipped because it was changed or deleted in the meantime.",
    ]),
  );
  expect(asked[1]).toEqual(
    ["a", "b"].map((id) => ({ id, set: { state: "NORMAL" }, ifNow: { state: "ARCHIVED" } })),
  );
});

test("splits more memos than the host accepts into several requests, with one undo", async () => {
  const { actions, asked } = openHost();
  const many = Array.from({ length: 1001 }, (_, n) => memoView({ id: `m${n}` }));
  await actions.trash(many);
  expect(asked.map(({ length }) => length)).toEqual([1000, 1]);
  expect(said()).toEqual(["1,001 memos moved to trash"]);
  expect(useFeedback.getState().undoable).toHaveLength(1);
});
