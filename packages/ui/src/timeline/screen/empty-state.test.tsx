import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ClientProvider, type TidemarkClient } from "../../data/client.tsx";
import { EmptyState } from "./empty-state.tsx";

afterEach(cleanup);

function showTimeline(
  status: { readonly state: string; readonly lastSyncedMs: number | null },
  lacks: readonly string[] = [],
) {
  const client = {
    sync: { status: { query: async () => status } },
    profile: { get: { query: async () => ({ lacks }) } },
  } as unknown as TidemarkClient;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ClientProvider value={client}>
        <EmptyState
          view="timeline"
          tag={undefined}
          saved={undefined}
          isFirstRun={false}
          clear={() => undefined}
        />
      </ClientProvider>
    </QueryClientProvider>,
  );
}

test("a new device says that memos are coming, instead of that there are none", async () => {
  showTimeline({ state: "syncing", lastSyncedMs: null });
  expect(await screen.findByText("Your memos are on their way")).toBeTruthy();
  expect(screen.queryByText("Nothing here yet")).toBeNull();
});

test("a new browser says so before it has connected to its server", async () => {
  showTimeline({ state: "local", lastSyncedMs: null }, ["servers"]);
  expect(await screen.findByText("Your memos are on their way")).toBeTruthy();
});

test.each([
  { state: "syncing", lastSyncedMs: 1 },
  { state: "synced", lastSyncedMs: 1 },
  { state: "offline", lastSyncedMs: null },
  { state: "local", lastSyncedMs: null },
])("an empty list says so: %o", async (status) => {
  showTimeline(status);
  expect(await screen.findByText("Nothing here yet")).toBeTruthy();
});
