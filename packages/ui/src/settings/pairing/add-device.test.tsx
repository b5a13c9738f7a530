import type { SyncStatus } from "@tidemark/core/router";
import type { WirePairingState } from "@tidemark/core/sync/protocol";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, renderHook, screen, waitFor } from "@testing-library/react";
import { TRPCClientError } from "@trpc/client";
import { afterEach, expect, test, vi } from "vitest";
import { ClientProvider, type TidemarkClient } from "../../data/client.tsx";
import { useFeedback } from "../../feedback/feedback.ts";
import { AddDevice } from "./add-device.tsx";
import { type PairingAccount, showPairing, useShownPairing } from "./use-pairing.ts";

const url = "https://notes.example";
const account: PairingAccount = { user: "users/ann", serverUrl: url };
const offered = { id: "p1", code: "7KQ2M9XB12345678", serverUrl: url, lastsMs: 600_000 };

/** Renders the section over a server with the given answers; the state of a code can be changed later. */
function show({ begin = async () => offered, state = "synced" as SyncStatus["state"] } = {}) {
  const answer: { now: WirePairingState } = { now: { state: "waiting" } };
  const asked = vi.fn(async () => answer.now);
  const cancel = vi.fn(async (_asked: { id: string }) => null);
  const devices = vi.fn(async () => []);
  const client = {
    sync: {
      status: { query: async () => ({ state, serverUrl: url }) },
      devices: { query: devices },
    },
    profile: { get: { query: async () => account } },
    pairing: {
      begin: { mutate: begin },
      state: { query: asked },
      cancel: { mutate: cancel },
    },
  };
  const queries = new QueryClient();
  const page = (
    <QueryClientProvider client={queries}>
      <ClientProvider value={client as unknown as TidemarkClient}>
        <AddDevice />
      </ClientProvider>
    </QueryClientProvider>
  );
  return { ...render(page), page, cancel, answer, asked };
}

const begin = () => screen.findByRole<HTMLButtonElement>("button", { name: "Add a device" });
async function press(): Promise<void> {
  await waitFor(async () => expect((await begin()).disabled).toBe(false));
  fireEvent.click(await begin());
}
const said = () => useFeedback.getState().snackbars.map(({ text }) => text);

afterEach(() => {
  cleanup();
  showPairing(null);
  useFeedback.setState({ snackbars: [] });
});

test("a code is shown as a link and in groups, with its remaining time", async () => {
  const copied = vi.fn(async (_text: string) => {});
  vi.stubGlobal("navigator", { clipboard: { writeText: copied } });
  show();
  await press();
  const link = await screen.findByText(/^tidemark:/);
  const code = "7KQ2-M9XB-1234-5678";
  expect(link.textContent).toBe(`tidemark://connect?url=https%3A%2F%2Fnotes.example&code=${code}`);
  expect(screen.getByText(code)).toBeTruthy();
  expect(
    await screen.findByRole("img", { name: "QR code that signs in another device" }),
  ).toBeTruthy();
  expect(screen.queryByRole("note")).toBeNull();
  expect(screen.getByText(url)).toBeTruthy();
  expect(screen.getByRole("timer").textContent).toMatch(/^Expires in (10:00|9:59)$/);
  const copy = screen.getByRole("button", { name: "Copy link" });
  expect(document.activeElement).toBe(copy);
  fireEvent.click(copy);
  await waitFor(() => expect(copied).toHaveBeenCalledWith(link.textContent));
  vi.unstubAllGlobals();
});

test("a code stays across navigation and is revoked by Cancel", async () => {
  const { unmount, page, cancel } = show();
  await press();
  await screen.findByText(/^tidemark:/);
  unmount();
  render(page);
  await screen.findByText(/^tidemark:/);
  expect(document.activeElement).toBe(document.body);
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await begin();
  expect(cancel).toHaveBeenCalledWith({ id: "p1" });
  expect(said()).toEqual(["The code no longer works"]);
});

test.each(["http://localhost:5230", "http://127.0.0.1:5230", "http://[::1]:5230"])(
  "a code for %s says that other devices can't reach it",
  async (serverUrl) => {
    show({ begin: async () => ({ ...offered, serverUrl }) });
    await press();
    expect((await screen.findByRole("note")).textContent).toMatch(/^Other devices can’t reach/);
  },
);

test("the added device is named", async () => {
  const { answer } = show();
  await press();
  await screen.findByText(/^tidemark:/);
  answer.now = { state: "used", device: "Laptop" };
  await screen.findByText("Added Laptop");
  expect(screen.queryByText(/^tidemark:/)).toBeNull();
  expect(useFeedback.getState().announcement.text).toBe("Added Laptop");
  const done = screen.getByRole("button", { name: "Done" });
  // "Copy link" had the focus and was removed.
  expect(document.activeElement).toBe(done);
  fireEvent.click(done);
  await begin();
});

test("the focus stays in another field when a code expires", async () => {
  const { answer } = show();
  await press();
  await screen.findByText(/^tidemark:/);
  const field = document.body.appendChild(document.createElement("input"));
  field.focus();
  answer.now = { state: "gone" };
  await screen.findByText("This code has expired or was cancelled.");
  expect(document.activeElement).toBe(field);
  field.remove();
});

test("an expired code is hidden, whether or not the server reports it", async () => {
  const { asked, unmount, page } = show({ begin: async () => ({ ...offered, lastsMs: 500 }) });
  await press();
  await screen.findByText("This code has expired or was cancelled.");
  expect(screen.queryByText(/^tidemark:/)).toBeNull();
  const times = asked.mock.calls.length;
  unmount();
  render(page);
  await screen.findByText("This code has expired or was cancelled.");
  expect(asked).toHaveBeenCalledTimes(times);
});

test.each<[string, PairingAccount]>([
  ["server", { ...account, serverUrl: "https://old.example" }],
  ["user", { ...account, user: "users/bob" }],
])("a code of another %s is neither shown nor stored", async (_what, other) => {
  show();
  const untilMs = Date.now() + 60_000;
  showPairing({ account: other, outcome: null, offered, untilMs });
  await begin();
  expect(screen.queryByText(/^tidemark:/)).toBeNull();
  const { result } = renderHook(() => useShownPairing(other));
  expect(result.current).toBeNull();
});

test("reports a server that is too old or unreachable", async () => {
  const message = "This server is too old for this.";
  const app = { type: "app-error", code: "FAILED_PRECONDITION", message, fields: [] };
  const tooOld = TRPCClientError.from({ error: { code: -32000, message, data: { app } } });
  show({
    begin: async () => {
      throw tooOld;
    },
  });
  await press();
  await waitFor(() => expect(said()).toEqual([`Couldn’t create a code. ${message}`]));
  cleanup();
  show({ state: "offline" });
  await screen.findByText("Can’t reach the server right now.");
  expect((await begin()).disabled).toBe(true);
});
