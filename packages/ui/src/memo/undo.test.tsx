import type { MemoPatch, MemoView, TaskTick } from "@tidemark/core/router";
import { appError } from "@tidemark/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, renderHook, waitFor } from "@testing-library/react";
import { TRPCClientError } from "@trpc/client";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { memoView } from "../../tests/memo-view.ts";
import { ClientProvider, type TidemarkClient } from "../data/client.tsx";
import { useFeedback } from "../feedback/feedback.ts";
import { useMemoActions } from "./memo-actions.ts";

afterEach(cleanup);
beforeEach(() => useFeedback.setState({ snackbars: [], undoable: [] }));

/**
 * Opens a host that accepts and records every change; undoing a task fails because the task no longer exists.
 */
function openHost({ serverUrl = null as string | null } = {}) {
  let memo = memoView({ content: "- [ ] milk" });
  const ticks: TaskTick[] = [];
  const client = {
    profile: { get: { query: async () => ({ serverUrl }) } },
    memos: {
      get: { query: async () => memo },
      toggleTask: {
        mutate: async ({ id: _id, ...tick }: TaskTick & { id: string }) => {
          ticks.push(tick);
          if (tick.seenIn === undefined) return memo;
          const app = appError("FAILED_PRECONDITION", "the task no longer exists");
          throw TRPCClientError.from({ error: { code: -32600, message: "gone", data: { app } } });
        },
      },
      update: {
        mutate: async ({ patch }: { patch: MemoPatch }) =>
          (memo = { ...memo, ...(patch as Partial<MemoView>) }),
      },
      react: {
        mutate: async ({ type, isOn }: { type: string; isOn: boolean }) =>
          (memo = {
            ...memo,
            reactions: isOn ? [{ type, count: 1, isOwn: true, others: [] }] : [],
          }),
      },
    },
  } as unknown as TidemarkClient;
  const { result } = renderHook(() => useMemoActions(), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={new QueryClient()}>
        <ClientProvider value={client}>{children}</ClientProvider>
      </QueryClientProvider>
    ),
  });
  return {
    actions: result.current,
    ticks,
    get memo() {
      return memo;
    },
  };
}

const said = () => useFeedback.getState().snackbars.map(({ text }) => text);
const undo = () => useFeedback.getState().undo();

describe("undo", () => {
  test("of a completed task sends the text it was in, and reports that the task no longer exists", async () => {
    const host = openHost();
    host.actions.toggleTask("m1", 0, true);
    await waitFor(() => expect(said()).toEqual(["Task done"]));
    undo();
    await waitFor(() => expect(said()[0]).toMatch(/^That task was edited or removed\./));
    expect(host.ticks).toEqual([
      { index: 0, checked: true },
      { index: 0, checked: false, seenIn: "- [ ] milk" },
    ]);
  });

  test("reverts pins one by one, though only the last message is shown", async () => {
    const host = openHost();
    host.actions.setPinned("m1", true);
    await waitFor(() => expect(said()).toEqual(["Pinned"]));
    host.actions.setPinned("m1", false);
    await waitFor(() => expect(said()).toEqual(["Unpinned"]));
    undo();
    await waitFor(() => expect(host.memo.pinned).toBe(true));
    undo();
    await waitFor(() => expect(host.memo.pinned).toBe(false));
    undo();
    expect(host.memo.pinned).toBe(false);
  });

  test("of a visibility restores the memo's space", async () => {
    const host = openHost({ serverUrl: "https://notes.example.org" });
    const before = { ...host.memo, visibility: "SPACE", space: "spaces/a" } as const;
    host.actions.setVisibility(before, { visibility: "PRIVATE" });
    await waitFor(() => expect(said()).toEqual(["Visibility: Private"]));
    undo();
    await waitFor(() =>
      expect(host.memo).toMatchObject({ visibility: "SPACE", space: "spaces/a" }),
    );
  });

  test("of a reaction shows no message", async () => {
    const host = openHost();
    host.actions.setReaction("m1", "👍", true);
    await waitFor(() => expect(useFeedback.getState().undoable).toHaveLength(1));
    expect(said()).toEqual([]);
    undo();
    await waitFor(() => expect(host.memo.reactions).toEqual([]));
    await waitFor(() => expect(useFeedback.getState().announcement.text).toBe("Undone"));
  });

  test("of a location restores the previous one", async () => {
    const host = openHost();
    const location = { placeholder: "Brest", latitude: 48.38, longitude: -4.49 };
    host.actions.setLocation({ ...host.memo, location }, null);
    await waitFor(() => expect(said()).toEqual(["Location removed"]));
    undo();
    await waitFor(() => expect(host.memo.location).toEqual(location));
  });
});

test("without a server, the message says that nobody else can read the memo yet", async () => {
  const host = openHost();
  host.actions.setVisibility(host.memo, { visibility: "PUBLIC" });
  await waitFor(() =>
    expect(said()).toEqual([
      "Visibility: Public. Nobody else can read it until you connect to a server.",
    ]),
  );
});
