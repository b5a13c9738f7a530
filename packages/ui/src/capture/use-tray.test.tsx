import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, waitFor } from "@testing-library/react";
import { act } from "react";
import { afterEach, expect, test } from "vitest";
import { memoView } from "../../tests/memo-view.ts";
import { ClientProvider, type TidemarkClient } from "../data/client.tsx";
import type { ShellEvent, ShellRequest, ShellState } from "../shell/shell-port.ts";
import { listenToShell, useShell } from "../shell/shell.ts";
import { blurAll } from "../tags/blur.ts";
import { useTagLooks } from "../tags/looks.ts";
import { useTray } from "./use-tray.ts";

afterEach(() => {
  cleanup();
  blurAll(false);
  useShell.setState({ state: null });
  useTagLooks.setState({ looks: {} });
});

function Tray() {
  useTray();
  return null;
}

/** Opens the capture page over a host with some memos, in a window with a tray. */
function open(options: { readonly state: string }) {
  const asked: ShellRequest[] = [];
  const done: unknown[] = [];
  let notify: (event: ShellEvent) => void = () => undefined;
  listenToShell({
    send: (request) => asked.push(request),
    listen: (onEvent) => (notify = onEvent),
  });
  asked.length = 0;
  useShell.setState({ state: { hasTray: true } as ShellState });
  const memos = [
    memoView({ id: "m1", content: "# Low water at six" }),
    memoView({ id: "m2", content: "What nobody is to read", tags: ["private/doctor"] }),
    memoView({ id: "m3", content: "" }),
  ];
  const client = {
    memos: { list: { query: async () => ({ memos, nextCursor: null }) } },
    sync: {
      status: { query: async () => ({ state: options.state, rejected: 0 }) },
      now: { mutate: async () => void done.push("now") },
      setPaused: { mutate: async (input: unknown) => void done.push(input) },
    },
  } as unknown as TidemarkClient;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ClientProvider value={client}>
        <Tray />
      </ClientProvider>
    </QueryClientProvider>,
  );
  return { asked, done, notify: (event: ShellEvent) => notify(event) };
}

test("the tray lists the last memos by their first lines, without blurred ones", async () => {
  useTagLooks.setState({ looks: { private: { colour: null, isBlurred: true } } });
  const { asked } = open({ state: "synced" });
  await waitFor(() =>
    expect(asked).toEqual([
      {
        type: "tray",
        content: {
          recent: [
            { id: "m1", title: "Low water at six" },
            { id: "m3", title: "Empty memo" },
          ],
          sync: "on",
        },
      },
    ]),
  );
  act(() => blurAll(true));
  await waitFor(() =>
    expect(asked.at(-1)).toEqual({ type: "tray", content: { recent: [], sync: "on" } }),
  );
});

test.each([
  ["local", null],
  ["sign-in", null],
  ["paused", "paused"],
  ["offline", "on"],
])("with the sync state %s the tray offers %s", async (state, sync) => {
  const { asked } = open({ state });
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ content: { sync } }));
});

test("syncs, pauses and resumes on request of the tray", () => {
  const { done, notify } = open({ state: "synced" });
  for (const each of ["sync-now", "pause-sync", "resume-sync"] as const) {
    notify({ type: "act", act: each });
  }
  expect(done).toEqual(["now", { paused: true }, { paused: false }]);
});
