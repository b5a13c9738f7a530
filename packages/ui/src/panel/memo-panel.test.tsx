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

// The router scrolls up wherever it goes, which jsdom cannot.
beforeEach(() => void vi.spyOn(window, "scrollTo").mockImplementation(() => undefined));
afterEach(() => {
  setUi({ inPanel: null });
  cleanup();
  vi.restoreAllMocks();
});

/** A memo as the host has it; null: it has none of that id, or none any more. */
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

test("a memo is shown beside, has the focus, and gives it back on Escape", async () => {
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

test("its button closes it too, and who is elsewhere by then stays there", async () => {
  const { field } = await showPanel({ m1: memoView() });
  open("m1");
  await waitFor(() => expect(document.activeElement).toBe(sheet()));
  field.focus();
  fireEvent.click(screen.getByRole("button", { name: "Close panel" }));
  expect(screen.queryByRole("complementary")).toBeNull();
  expect(document.activeElement).toBe(field);
});

test("Enter and the moment that it was written lead to its page", async () => {
  const { path } = await showPanel({ m1: memoView({ content: "Tides" }) });
  open("m1");
  await waitFor(() => expect(document.activeElement).toBe(sheet()));
  const link = await screen.findByRole("link", { name: /, Tides$/ });
  expect(link.getAttribute("href")).toBe("#/m/m1");
  press("Enter");
  await waitFor(() => expect(path()).toBe("/m/m1"));
  expect(useUi.getState().inPanel).toBeNull();
});

test("a comment is read on what it is on", async () => {
  const { path } = await showPanel({ c1: memoView({ id: "c1", content: "Aye", parent: "m1" }) });
  open("c1");
  await waitFor(() => expect(document.activeElement).toBe(sheet()));
  const link = await screen.findByRole("link", { name: /, Aye$/ });
  expect(link.getAttribute("href")).toBe("#/m/m1");
  press("Enter");
  await waitFor(() => expect(path()).toBe("/m/m1"));
});

test("a box is ticked in it", async () => {
  const { toggleTask } = await showPanel({ m1: memoView({ content: "- [ ] oil\n- [ ] filter" }) });
  open("m1");
  fireEvent.click(await screen.findByRole("checkbox", { name: /^filter/ }));
  await waitFor(() => expect(toggleTask).toHaveBeenCalledTimes(1));
  expect(toggleTask.mock.calls[0]?.[0]).toMatchObject({ id: "m1", index: 1, checked: true });
});

test("with Ctrl a link to a memo opens it there, and Escape leads back to the beginning", async () => {
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

test("what is changed elsewhere is read anew", async () => {
  const memos: Memos = { m1: memoView({ content: "Low water" }) };
  const { changed } = await showPanel(memos);
  open("m1");
  expect(await screen.findByText("Low water")).toBeTruthy();
  memos["m1"] = memoView({ content: "High water", updatedMs: 1 });
  await changed();
  expect(await screen.findByText("High water")).toBeTruthy();
});

test("what is in the trash says so and can be brought back; what is gone for good is not shown", async () => {
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

test("a memo that is not here says so, and has a way out", async () => {
  const { field } = await showPanel({});
  open("nobody");
  expect(await screen.findByText("Memo not found")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(sheet()));
  press("Escape");
  expect(document.activeElement).toBe(field);
});
