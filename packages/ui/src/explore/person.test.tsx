import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { PersonFacts, SyncStatus } from "@tidemark/core/router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ClientProvider, type TidemarkClient } from "../data/client.tsx";
import * as viewAddress from "../state/view-address.ts";
import { PersonBar } from "./person.tsx";

const goTo = vi.fn();

beforeEach(() => void vi.spyOn(viewAddress, "useGoTo").mockReturnValue(goTo));
afterEach(() => {
  cleanup();
  goTo.mockReset();
  vi.restoreAllMocks();
});

interface Shown {
  readonly username?: string;
  /** Facts of the person; undefined if the first query fails. */
  readonly facts?: PersonFacts;
  readonly status?: Pick<SyncStatus, "state" | "lastSyncedMs">;
}

function renderBar({ username = "bob", facts, status }: Shown) {
  const asked: string[] = [];
  // The part of the client that the bar uses.
  const client = {
    memos: {
      ofPerson: {
        query: async (input: { username: string }) => {
          asked.push(input.username);
          if (facts === undefined && asked.length === 1) throw new Error("no");
          return facts ?? { count: 1, isMore: false, sinceMs: nowMs };
        },
      },
    },
    profile: { get: { query: async () => ({ user: "users/alice" }) } },
    sync: { status: { query: async () => status ?? { state: "synced", lastSyncedMs: 0 } } },
  } as unknown as TidemarkClient;
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <ClientProvider value={client}>
        <PersonBar username={username} />
      </ClientProvider>
    </QueryClientProvider>,
  );
  return asked;
}

const nowMs = Date.now();

test("shows the name, the number of memos and since when, and links to everyone", async () => {
  const asked = renderBar({ facts: { count: 12, isMore: false, sinceMs: nowMs } });
  expect(await screen.findByText("12 memos since today")).toBeTruthy();
  expect(screen.getByText("@bob")).toBeTruthy();
  expect(screen.queryByText("You")).toBeNull();
  expect(asked).toEqual(["bob"]);
  fireEvent.click(screen.getByRole("button", { name: "Show everyone" }));
  expect(goTo).toHaveBeenCalledExactlyOnceWith({ view: "explore" });
});

test("shows a lower bound for many memos, and marks the user's own", async () => {
  renderBar({ username: "alice", facts: { count: 1000, isMore: true, sinceMs: nowMs } });
  expect(await screen.findByText("More than 1,000 memos since today")).toBeTruthy();
  expect(await screen.findByText("You")).toBeTruthy();
});

test("shows offline how old the data is, and no number without memos", async () => {
  renderBar({
    facts: { count: 0, isMore: false, sinceMs: null },
    status: { state: "offline", lastSyncedMs: null },
  });
  expect(await screen.findByText("Not connected. Showing what’s on this device.")).toBeTruthy();
  expect(screen.queryByText(/memos/)).toBeNull();
});

test("reports that the number couldn't be loaded, and retries", async () => {
  renderBar({});
  expect((await screen.findByRole("alert")).textContent).toMatch(/^Couldn’t load the memo count\./);
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("1 memo since today")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});
