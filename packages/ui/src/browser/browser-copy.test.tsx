import type { HostPart, SyncStatus } from "@tidemark/core/router";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ClientProvider, type TidemarkClient } from "../data/client.tsx";
import { useFeedback } from "../feedback/feedback.ts";
import { BrowserCopy } from "./browser-copy.tsx";

const persist = vi.fn(async () => true);
let isKept = false;

beforeEach(() => {
  localStorage.clear();
  isKept = false;
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {} }));
  const storage = { persisted: async () => isKept, persist };
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { storage }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  for (const { id } of useFeedback.getState().snackbars) useFeedback.getState().dismiss(id);
});

interface Shown {
  readonly lacks?: readonly HostPart[];
  readonly status?: Partial<SyncStatus>;
  readonly memos?: number;
}

async function show({ lacks = ["servers"], status = {}, memos = 0 }: Shown): Promise<void> {
  const answer = (value: unknown) => ({ query: async () => value });
  // The part of the client that it uses.
  const client = {
    profile: { get: answer({ lacks }) },
    sync: { status: answer({ state: "synced", waiting: 0, rejected: 0, ...status }) },
    memos: { counts: answer({ normal: memos, archived: 0 }) },
  } as unknown as TidemarkClient;
  const queries = new QueryClient();
  render(
    <QueryClientProvider client={queries}>
      <ClientProvider value={client}>
        <BrowserCopy />
      </ClientProvider>
    </QueryClientProvider>,
  );
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0));
}

const said = () => useFeedback.getState().snackbars.map(({ text }) => text);
const words =
  "3 changes are only in this browser. This browser may remove its copy. Install Tidemark or stay connected.";

test("A42g · unsent changes that the browser may lose are announced once", async () => {
  const status = { state: "offline", waiting: 2, rejected: 1 } as const;
  await show({ status });
  await vi.waitFor(() => expect(said()).toEqual([words]));
  cleanup();
  await show({ status });
  expect(said()).toEqual([words]);
});

test.each([
  ["the browser keeps its copy", { status: { state: "offline", waiting: 3 } }, true],
  ["changes are on their way", { status: { state: "syncing", waiting: 3 } }, false],
  ["nothing is unsent", { status: { state: "offline" } }, false],
  ["the app isn't in a browser", { lacks: [], status: { state: "offline", waiting: 3 } }, false],
] as const)("A42g · nothing is said if %s", async (_, shown, kept) => {
  isKept = kept;
  await show(shown);
  expect(said()).toEqual([]);
});

test.each([
  [9, 0],
  [10, 1],
])("A42g · with %i memos the browser is asked to keep them %i times", async (memos, times) => {
  await show({ memos });
  await vi.waitFor(() => expect(persist).toHaveBeenCalledTimes(times));
});

test("A42c · without a copy, the page asks before it is closed with unsent changes", async () => {
  const leave = (): boolean => dispatchEvent(new Event("beforeunload", { cancelable: true }));
  await show({ lacks: ["servers", "copy"] });
  expect(leave()).toBe(true);
  cleanup();
  await show({ lacks: ["servers", "copy"], status: { state: "offline", waiting: 1 } });
  await vi.waitFor(() => expect(leave()).toBe(false));
  expect([said(), persist.mock.calls]).toEqual([[], []]);
  cleanup();
  expect(leave()).toBe(true);
});
