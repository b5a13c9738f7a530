import type { AttachmentView, MemoPatch, MemoView, NewMemo } from "@tidemark/core/router";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, renderHook } from "@testing-library/react";
import { TRPCClientError } from "@trpc/client";
import type { ReactNode } from "react";
import { afterEach, describe, expect, test } from "vitest";
import { memoView } from "../../tests/memo-view.ts";
import { ClientProvider, type TidemarkClient } from "../data/client.tsx";
import { useMemoActions } from "./memo-actions.ts";

afterEach(cleanup);

/** Returns a host that created the memo, but whose answer was lost. */
function hostThatMade(made: MemoView) {
  let memo = made;
  const writes: string[] = [];
  const client = {
    memos: {
      create: {
        mutate: async (memo: NewMemo) => {
          if (memo.id === undefined) return memoView({ id: "m2", content: memo.content });
          throw TRPCClientError.from({
            error: {
              code: -32009,
              message: "there is one",
              data: { app: { code: "ALREADY_EXISTS", message: "there is one", fields: [] } },
            },
          });
        },
      },
      get: { query: async () => memo },
      update: {
        mutate: async ({ patch }: { patch: MemoPatch }) => {
          writes.push("readers");
          const { visibility = memo.visibility, space = memo.space } = patch;
          return (memo = { ...memo, visibility, space: visibility === "SPACE" ? space : null });
        },
      },
    },
    attachments: {
      set: {
        mutate: async ({ ids }: { ids: string[] }) => {
          writes.push("files");
          return (memo = { ...memo, attachments: ids.map(file) });
        },
      },
    },
  } as unknown as TidemarkClient;
  const queries = new QueryClient();
  const { result } = renderHook(() => useMemoActions(), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queries}>
        <ClientProvider value={client}>{children}</ClientProvider>
      </QueryClientProvider>
    ),
  });
  return {
    writes,
    saveAgain: (chosen: Omit<Partial<NewMemo>, "id">) =>
      result.current.create({ id: made.id, content: made.content, ...chosen }),
    get memo() {
      return memo;
    },
  };
}

const file = (id: string) => ({ id }) as AttachmentView;

describe("a memo that is saved again after its answer was lost", () => {
  test.each<[Pick<MemoView, "visibility" | "space">, Pick<MemoView, "visibility" | "space">]>([
    [
      { visibility: "PUBLIC", space: null },
      { visibility: "PRIVATE", space: null },
    ],
    [
      { visibility: "PRIVATE", space: null },
      { visibility: "SPACE", space: "spaces/a" },
    ],
    [
      { visibility: "SPACE", space: "spaces/a" },
      { visibility: "SPACE", space: "spaces/b" },
    ],
    [
      { visibility: "SPACE", space: "spaces/a" },
      { visibility: "PRIVATE", space: null },
    ],
  ])("sent with %j, has %j if that was chosen since", async (before, { visibility, space }) => {
    const host = hostThatMade(memoView(before));
    const saved = await host.saveAgain({ visibility, ...(space === null ? {} : { space }) });
    expect(saved).toMatchObject({ visibility, space });
    expect(host.memo).toMatchObject({ visibility, space });
  });

  test("keeps its files and gets those added since", async () => {
    const host = hostThatMade(memoView({ visibility: "PUBLIC", attachments: [file("a")] }));
    const saved = await host.saveAgain({ visibility: "PRIVATE", attachments: ["b"] });
    expect(saved.attachments.map(({ id }) => id)).toEqual(["a", "b"]);
    // Previous readers must not see files added since.
    expect(host.writes).toEqual(["readers", "files"]);
  });

  test("becomes a separate memo if its id exists with another text", async () => {
    const host = hostThatMade(memoView({ content: "milk" }));
    const saved = await host.saveAgain({ content: "milk and bread", visibility: "PUBLIC" });
    expect(saved).toMatchObject({ id: "m2", content: "milk and bread" });
    expect(host.writes).toEqual([]);
  });

  test("is unchanged if nothing was chosen since", async () => {
    const host = hostThatMade(memoView({ visibility: "PUBLIC", attachments: [file("a")] }));
    await host.saveAgain({ visibility: "PUBLIC", attachments: ["a"] });
    expect(host.writes).toEqual([]);
  });
});
