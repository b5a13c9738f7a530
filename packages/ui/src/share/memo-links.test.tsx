import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { MemoShares, MemoView, ShareLink, SyncStatus } from "@tidemark/core/router";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { memoView } from "../../tests/memo-view.ts";
import { ClientProvider, type TidemarkClient } from "../data/client.tsx";
import { useFeedback } from "../feedback/feedback.ts";
import { useUi } from "../state/ui-state.ts";
import { MemoLinks } from "./memo-links.tsx";

afterEach(cleanup);

const link = (token: string): ShareLink => ({
  token,
  url: `https://notes.example/s/${token}`,
  createdMs: Date.now(),
  expiresMs: null,
});

/** Returns a server with the given answers and sync state. */
function serverOf(answers: MemoShares | Error, state: SyncStatus["state"] = "synced") {
  const server = { answers, state, asked: 0 };
  const links = (): ShareLink[] =>
    server.answers instanceof Error || server.answers.state !== "listed"
      ? []
      : [...server.answers.links];
  const status = () => ({
    state: server.state,
    serverUrl: server.state === "local" ? null : "https://notes.example",
  });
  const client = {
    sync: { status: { query: async () => status() } },
    shares: {
      list: {
        query: async () => {
          server.asked += 1;
          if (server.answers instanceof Error) throw server.answers;
          return server.answers;
        },
      },
      create: {
        mutate: vi.fn(async () => {
          server.answers = { state: "listed", links: [...links(), link("new")] };
          return link("new");
        }),
      },
      revoke: {
        mutate: vi.fn(async ({ token }: { token: string }) => {
          const left = links().filter((each) => each.token !== token);
          server.answers = { state: "listed", links: left };
        }),
      },
    },
  };
  return { server, client };
}

function show(client: object, memo: Partial<MemoView> = {}, onReady = () => {}) {
  const queries = new QueryClient();
  const ui = (shown: MemoView) => (
    <QueryClientProvider client={queries}>
      <ClientProvider value={client as unknown as TidemarkClient}>
        <MemoLinks memo={shown} onReady={onReady} />
      </ClientProvider>
    </QueryClientProvider>
  );
  const view = memoView({ id: "m1", ...memo });
  const { rerender } = render(ui(view));
  return {
    queries,
    changeMemo: (changes: Partial<MemoView>) => rerender(ui({ ...view, ...changes })),
  };
}

const newLink = () => screen.getByRole("button", { name: "Create link" });
const isDisabled = (button: HTMLElement): boolean => (button as HTMLButtonElement).disabled;

test("an unsynced memo shows that links need a sync, and updates after it", async () => {
  const { server, client } = serverOf({ state: "not-sent" });
  const { changeMemo } = show(client, { isSynced: false });
  await screen.findByText(/^You can share this memo once it has synced/);
  expect(isDisabled(newLink())).toBe(true);
  server.answers = { state: "listed", links: [] };
  changeMemo({ isSynced: true });
  await screen.findByText("No links yet.");
  expect(isDisabled(newLink())).toBe(false);
});

test("a profile without a server explains why, and offers to connect", async () => {
  const { server, client } = serverOf({ state: "no-server" }, "local");
  show(client);
  fireEvent.click(await screen.findByRole("button", { name: "Connect a server…" }));
  expect(useUi.getState().isConnectOpen).toBe(true);
  expect(screen.queryByRole("button", { name: "Create link" })).toBeNull();
  expect(server.asked).toBeLessThan(2);
});

test.each([
  ["offline", "You’re offline."],
  ["paused", "Sync is paused."],
  ["sign-in", "Sign in again"],
  ["error", "The server has a problem"],
  ["server-too-old", "This server is too old"],
  ["app-too-old", "This app is too old"],
] as const)("while the sync is %s, shows why links can't be changed", async (state, words) => {
  const { client } = serverOf({ state: "listed", links: [] }, state);
  show(client);
  await waitFor(() => expect(screen.getByRole("status").textContent).toContain(words));
  expect(isDisabled(newLink())).toBe(true);
});

test("reports an old server, and offers nothing that it doesn't support", async () => {
  const { client } = serverOf({ state: "old-server" });
  show(client);
  await screen.findByText(/^This server is too old to share/);
  expect(screen.queryByRole("button", { name: "Create link" })).toBeNull();
});

test("a failure is shown and can be retried", async () => {
  const { server, client } = serverOf(new Error("broken"));
  show(client);
  const again = await screen.findByRole("button", { name: "Try again" });
  server.answers = { state: "listed", links: [link("a")] };
  fireEvent.click(again);
  await screen.findByText("notes.example/s/a");
});

test("a link is created with the chosen lifetime, and revoked after a confirmation", async () => {
  const { client } = serverOf({ state: "listed", links: [] });
  show(client);
  await screen.findByText("No links yet.");
  const before = Date.now();
  fireEvent.change(screen.getByRole("combobox"), { target: { value: "day" } });
  fireEvent.click(newLink());
  await screen.findByText("notes.example/s/new");
  const [[asked]] = client.shares.create.mutate.mock.calls as unknown as [[{ expiresMs: number }]];
  expect(asked.expiresMs - before).toBeGreaterThanOrEqual(86_400_000);
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Copy link" })),
  );
  fireEvent.click(screen.getByRole("button", { name: "Revoke" }));
  expect(client.shares.revoke.mutate).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Revoke link" }));
  await screen.findByText("No links yet.");
});

test.each([
  ["is copied, with a message", true, "Link created and copied."],
  [
    "that cannot be copied says that",
    false,
    "Link created, but not copied. Use the copy button or copy it by hand.",
  ],
])("a new link %s", async (_name, canCopy, words) => {
  const writeText = vi.fn(async () => {
    if (!canCopy) throw new DOMException("", "NotAllowedError");
  });
  Object.defineProperty(navigator, "clipboard", { value: { writeText }, configurable: true });
  const { client } = serverOf({ state: "listed", links: [link("old")] });
  show(client);
  await screen.findByText("notes.example/s/old");
  fireEvent.click(newLink());
  const said = await screen.findByText(words);
  expect(writeText).toHaveBeenCalledExactlyOnceWith("https://notes.example/s/new");
  expect(said.closest("li")?.textContent).toContain("notes.example/s/new");
  expect(screen.getAllByText(/^Link created/)).toHaveLength(1);
  expect(useFeedback.getState().announcement.text).toBe(words);
  Reflect.deleteProperty(navigator, "clipboard");
});

test("reports when actions are possible, and not before", async () => {
  const { client } = serverOf({ state: "listed", links: [] });
  const onReady = vi.fn(() => expect(isDisabled(newLink())).toBe(false));
  show(client, {}, onReady);
  expect(onReady).not.toHaveBeenCalled();
  await screen.findByText("No links yet.");
  expect(onReady).toHaveBeenCalledOnce();
});

test("explains what links of archived and unsynced memos show", async () => {
  const { client } = serverOf({ state: "listed", links: [link("a")] });
  const { changeMemo } = show(client, { state: "ARCHIVED" });
  await screen.findByText(/^Links don’t work while the memo is archived/);
  changeMemo({ state: "NORMAL", isSynced: false });
  await screen.findByText(/shows the last synced text/);
  changeMemo({ state: "NORMAL", isSynced: true });
  await waitFor(() => expect(screen.queryByRole("status")).toBeNull());
});
