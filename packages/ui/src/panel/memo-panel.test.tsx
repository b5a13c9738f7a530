import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { MemoView } from "@tidemark/core/router";
import { TRPCClientError } from "@trpc/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { memoView } from "../../tests/memo-view.ts";
import { ClientProvider, type TidemarkClient } from "../data/client.tsx";
import { refreshMemos } from "../data/memo-cache.ts";
import { setUi, useUi } from "../state/ui-state.ts";
import { MemoPanel } from "./memo-panel.tsx";

// The router scrolls to the top, which jsdom doesn't support.
beforeEach(() => void vi.spyOn(window, "scrollTo").mockImplementation(() => undefined));
afterEach(() => {
  setUi({ inPanel: null });
  cleanup();
  vi.restoreAllMocks();
});

/** Memos of the host by id; null if it has none, or deleted it. */
type Memos = Record<string, MemoView | null>;

const app = { type: "app-error", code: "NOT_FOUND", message: "not found", fields: [] };
const notFound = TRPCClientError.from({
  error: { message: "not found", code: -32600, data: { app } },
});

async function showPanel(memos: Memos) {
  const opened: string[] = [];
  const toggleTask = vi.fn(async ({ id }: { id: string }) => memos[id]);
  const client = {
    memos: {
      get: {
        query: async ({ id }: { id: string }) => {
          const memo = memos[id];
          if (memo === null || memo === undefined) throw notFound;
          return memo;
        },
      },
      toggleTask: { mutate: toggleTask },
    },
    finder: { noteOpened: { mutate: async ({ id }: { id: string }) => opened.push(id) } },
  } as unknown as TidemarkClient;
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const root = createRootRoute({ component: Screen });
  const page = createRoute({ getParentRoute: () => root, path: "/m/$id" });
  const list = createRoute({ getParentRoute: () => root, path: "/" });
  const router = createRouter({
    routeTree: root.addChildren([list, page]),
    history: createMemoryHistory(),
  });
  render(
    <QueryClientProvider client={queries}>
      <ClientProvider value={client}>
        <RouterProvider router={router as never} />
      </ClientProvider>
    </QueryClientProvider>,
  );
  const field = await screen.findByRole("textbox");
  field.focus();
  return {
    field,
    opened,
    toggleTask,
    path: () => router.state.location.pathname,
    changed: () => act(() => refreshMemos(queries, client, Object.keys(memos))),
  };
}

function Screen() {
  const inPanel = useUi((state) => state.inPanel);
  return (
    <>
      <main>
        <input type="text" aria-label="Elsewhere" />
      </main>
      {inPanel !== null && <MemoPanel opened={inPanel} />}
    </>
  );
}

const open = (id: string) => act(() => setUi({ inPanel: { id } }));
const panel = () => screen.getByRole("complementary", { name: "Memo in side panel" });
const sheet = () => screen.getByRole("article");
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });

test("a memo opens in the panel with the focus, and Escape returns it", async () => {
  const { field, opened } = await showPanel({
    m1: memoView({ content: "# Tides\n\nHigh at six" }),
  });
  open("m1");
  expect(await screen.findByRole("heading", { name: "Tides" })).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(sheet()));
  expect(sheet().ariaLabel).toBe("Tides");
  expect(opened).toEqual(["m1"]);
  press("Escape");
  expect(screen.queryByRole("complementary")).toBeNull();
  expect(document.activeElement).toBe(field);
});

test("its button closes it too, without moving a focus outside of it", async () => {
  const { field } = await showPanel({ m1: memoView() });
  open("m1");
  await waitFor(() => expect(document.activeElement).toBe(sheet()));
  field.focus();
  fireEvent.click(screen.getByRole("button", { name: "Close panel" }));
  expect(screen.queryByRole("complementary")).toBeNull();
  expect(document.activeElement).toBe(field);
});

test("Enter and the creation time open its page", async () => {
  const { path } = await showPanel({ m1: memoView({ content: "Tides" }) });
  open("m1");
  await waitFor(() => expect(document.activeElement).toBe(sheet()));
  const link = await screen.findByRole("link", { name: /, Tides$/ });
  expect(link.getAttribute("href")).toBe("#/m/m1");
  press("Enter");
  await waitFor(() => expect(path()).toBe("/m/m1"));
  expect(useUi.getState().inPanel).toBeNull();
});

test("a comment opens the page of its parent", async () => {
  const { path } = await showPanel({ c1: memoView({ id: "c1", content: "Aye", parent: "m1" }) });
  open("c1");
  await waitFor(() => expect(document.activeElement).toBe(sheet()));
  const link = await screen.findByRole("link", { name: /, Aye$/ });
  expect(link.getAttribute("href")).toBe("#/m/m1");
  press("Enter");
  await waitFor(() => expect(path()).toBe("/m/m1"));
});

test("a task can be completed in it", async () => {
  const { toggleTask } = await showPanel({ m1: memoView({ content: "- [ ] oil\n- [ ] filter" }) });
  open("m1");
  fireEvent.click(await screen.findByRole("checkbox", { name: /^filter/ }));
  await waitFor(() => expect(toggleTask).toHaveBeenCalledTimes(1));
  expect(toggleTask.mock.calls[0]?.[0]).toMatchObject({ id: "m1", index: 1, checked: true });
});

test("Ctrl+click on a memo link opens it in the panel, and Escape returns to the start", async () => {
  const { field, path } = await showPanel({
    m1: memoView({ content: "See [the other](/memos/m2)" }),
    m2: memoView({ id: "m2", content: "# The other" }),
  });
  open("m1");
  const link = await screen.findByRole("link", { name: "the other" });
  await waitFor(() => expect(document.activeElement).toBe(sheet()));
  link.focus();
  fireEvent.click(link, { ctrlKey: true });
  expect(await screen.findByRole("heading", { name: "The other" })).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(sheet()));
  expect(path()).toBe("/");
  press("Escape");
  expect(document.activeElement).toBe(field);
});

test("a memo changed elsewhere is reloaded", async () => {
  const memos: Memos = { m1: memoView({ content: "Low water" }) };
  const { changed } = await showPanel(memos);
  open("m1");
  expect(await screen.findByText("Low water")).toBeTruthy();
  memos["m1"] = memoView({ content: "High water", updatedMs: 1 });
  await changed();
  expect(await screen.findByText("High water")).toBeTruthy();
});

test("a trashed memo can be restored; a purged one isn't shown", async () => {
  const memos: Memos = { m1: memoView({ content: "Low water" }) };
  const { changed } = await showPanel(memos);
  open("m1");
  await screen.findByText("Low water");
  memos["m1"] = memoView({ content: "Low water", deletedMs: 1 });
  await changed();
  expect(await screen.findByText(/in the trash/)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Restore" })).toBeTruthy();
  memos["m1"] = null;
  await changed();
  expect(await screen.findByText("Memo not found")).toBeTruthy();
  expect(screen.queryByText("Low water")).toBeNull();
  expect(panel()).toBeTruthy();
});

test("a missing memo is reported, and Escape closes the panel", async () => {
  const { field } = await showPanel({});
  open("nobody");
  expect(await screen.findByText("Memo not found")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(sheet()));
  press("Escape");
  expect(document.activeElement).toBe(field);
});
