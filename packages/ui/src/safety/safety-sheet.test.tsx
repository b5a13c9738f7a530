import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { TRPCClientError } from "@trpc/client";
import type { BackupsState, Verification } from "@tidemark/core/router";
import { afterEach, expect, test, vi } from "vitest";
import { ClientProvider, type TidemarkClient } from "../data/client.tsx";
import { useFeedback } from "../feedback/feedback.ts";
import { setUi } from "../state/ui-state.ts";
import { SafetySheet } from "./safety-sheet.tsx";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  setUi({ isSafetyOpen: false });
  useFeedback.setState({ snackbars: [] });
});

const noBackups: BackupsState = {
  folder: "/data/backups",
  isUsualFolder: true,
  schedule: "daily",
  atWork: null,
  failure: null,
  restored: null,
  backups: [],
};
const alike: Verification = { atMs: Date.now(), memos: 3, differing: 0, unsent: 0, named: [] };

interface Host {
  readonly last?: Verification | null;
  readonly verify?: () => Promise<Verification>;
  readonly repair?: () => Promise<Verification>;
  readonly state?: "synced" | "offline";
  readonly backups?: Partial<BackupsState>;
}

/** Opens the sheet over a host with the given answers. Returns the requests. */
function open(host: Host = {}) {
  const asked: string[] = [];
  const query = (answer: unknown) => ({ query: async () => answer });
  const mutation = (name: string, act: () => Promise<unknown>) => ({
    mutate: () => {
      asked.push(name);
      return act();
    },
  });
  const client = {
    profile: { get: query({ serverUrl: "https://memos.example", user: "users/alice" }) },
    memos: { counts: query({ normal: 3, archived: 1, trashed: 0 }) },
    sync: {
      status: query({ state: host.state ?? "synced", waiting: 0, serverUrl: "https://m.example" }),
      devices: query([{ id: "a" }, { id: "b" }]),
      verified: query(host.last ?? null),
      verify: mutation("verify", host.verify ?? (async () => alike)),
      repair: mutation("repair", host.repair ?? (async () => alike)),
    },
    backups: { state: query({ ...noBackups, ...host.backups }) },
  } as unknown as TidemarkClient;
  setUi({ isSafetyOpen: true });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ClientProvider value={client}>
        <SafetySheet />
      </ClientProvider>
    </QueryClientProvider>,
  );
  return asked;
}

/** Returns an error as sent by the host. */
function refusal(code: string, more: object = {}): Error {
  const app = { type: "app-error", code, message: "", ...more };
  return TRPCClientError.from({
    error: { message: code, code: -32000, data: { app } },
  } as never);
}

test("compares when it is opened, and shows how many memos are on both sides", async () => {
  const asked = open();
  await screen.findByText("4 memos on this device and on memos.example");
  expect(screen.getByText("Compared 1 min. ago, nothing missing.")).toBeTruthy();
  await screen.findByText("2 devices are signed in");
  expect(asked).toEqual(["verify"]);
});

test("doesn't repeat a recent comparison, and doesn't compare offline", async () => {
  expect(open({ last: alike })).toEqual([]);
  await screen.findByText("4 memos on this device and on memos.example");
  cleanup();
  const asked = open({ state: "offline" });
  await screen.findByText("Not compared yet.");
  expect(asked).toEqual([]);
});

test("reports nothing as verified if the server is too old or changes are unsynced", async () => {
  open({ verify: () => Promise.reject(refusal("UNIMPLEMENTED")) });
  await screen.findByText("This server is too old to compare with.");
  expect(screen.getByText("4 memos on this device")).toBeTruthy();
  cleanup();
  open({ verify: () => Promise.reject(refusal("FAILED_PRECONDITION")) });
  await screen.findByText(/^Can’t compare right now\./);
  expect(screen.getByText("4 memos on this device")).toBeTruthy();
});

test("reports a busy server, and retries after the time it requests", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const answers = [refusal("RESOURCE_EXHAUSTED", { retryAfterMs: 90_000 }), null];
  const asked = open({
    verify: async () => {
      const failure = answers.shift() ?? null;
      if (failure !== null) throw failure;
      return alike;
    },
  });
  await screen.findByText("The server is busy right now. Trying again within 2 minutes.");
  await vi.advanceTimersByTimeAsync(80_000);
  expect(asked).toEqual(["verify"]);
  await vi.advanceTimersByTimeAsync(10_000);
  await screen.findByText("4 memos on this device and on memos.example");
  expect(asked).toEqual(["verify", "verify"]);
});

test("stops retrying a server that stays busy, and after the sheet is closed", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const busy = { verify: () => Promise.reject(refusal("RESOURCE_EXHAUSTED")) };
  const asked = open(busy);
  await screen.findByText("The server is busy right now. Trying again within a minute.");
  for (let seconds = 5; seconds <= 160; seconds *= 2) {
    await vi.advanceTimersByTimeAsync(seconds * 1000);
  }
  await screen.findByText("The server is busy right now. Compare again later.");
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(asked).toHaveLength(7);
  fireEvent.click(screen.getByRole("button", { name: "Compare now" }));
  await screen.findByText("The server is busy right now. Trying again within a minute.");
  cleanup();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(asked).toHaveLength(8);
});

test("names the differing memos, and syncs them again", async () => {
  const last: Verification = {
    unsent: 0,
    atMs: Date.now(),
    memos: 1,
    differing: 2,
    named: [
      { id: "a", at: "here", snippet: "only on the desk", tags: [] },
      { id: "b", at: "server", snippet: null, tags: [] },
    ],
  };
  const asked = open({ last });
  await screen.findByText("2 memos differ");
  expect(screen.getByText("only on the desk").nextSibling?.textContent).toBe("only here");
  expect(screen.getByText("Not on this device").nextSibling?.textContent).toBe(
    "only on the server",
  );
  fireEvent.click(screen.getByRole("button", { name: "Sync these again" }));
  await screen.findByText("4 memos on this device and on memos.example");
  expect(asked).toEqual(["repair"]);
  await waitFor(() => {
    expect(useFeedback.getState().snackbars.map(({ text }) => text)).toEqual([
      "Everything matches now",
    ]);
  });
});

test("A29c · shows why a backup failed", async () => {
  const failure = { of: "backup", code: "no-space", words: "x", atMs: Date.now() } as const;
  open({ last: alike, backups: { failure } });
  await screen.findByText("Backup failed 1 min. ago. Not enough disk space.");
  expect(screen.getByText("No backups yet")).toBeTruthy();
});
