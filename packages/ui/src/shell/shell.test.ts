import { afterEach, expect, test, vi } from "vitest";
import { useUi } from "../state/ui-state.ts";
import { onHostAct } from "./host-acts.ts";
import type { ShellEvent, ShellRequest } from "./shell-port.ts";
import { askShell, listenToShell, tookCaptured, useShell } from "./shell.ts";

afterEach(() => {
  location.hash = "";
  document.body.replaceChildren();
  useShell.setState({ state: null, captured: [], offeredServer: null, report: null });
});

/** Creates a desktop window. Returns its received requests, and a function that sends events. */
function listen() {
  const asked: ShellRequest[] = [];
  let notify: (event: ShellEvent) => void = () => undefined;
  listenToShell({
    send: (request) => asked.push(request),
    listen: (onEvent) => (notify = onEvent),
  });
  return { asked, notify: (event: ShellEvent) => notify(event) };
}

test("a page reports its window, and sends requests to it", () => {
  expect(listen().asked).toEqual([{ type: "watch", isCapture: false }]);
  location.hash = "#/capture";
  const { asked } = listen();
  askShell({ type: "hide-capture" });
  expect(asked).toEqual([{ type: "watch", isCapture: true }, { type: "hide-capture" }]);
});

test("captured texts are queued in order until they are used", () => {
  const { notify } = listen();
  for (const text of ["one", "two", "three"]) notify({ type: "capture", captured: { text } });
  tookCaptured(2);
  expect(useShell.getState().captured).toEqual([{ text: "three" }]);
});

test("menu actions without a shortcut are run", () => {
  const { notify } = listen();
  const before = useUi.getState();
  notify({ type: "act", act: "import" });
  notify({ type: "act", act: "go-to-date" });
  notify({ type: "act", act: "year" });
  notify({ type: "act", act: "connect" });
  notify({ type: "act", act: "sync-details" });
  notify({ type: "act", act: "theme-dark" });
  expect(document.documentElement.dataset["theme"]).toBe("dark");
  notify({ type: "act", act: "theme-system" });
  expect(document.documentElement.dataset["theme"]).toBeUndefined();
  const { importing, isGoToDateOpen, yearAtMs, isConnectOpen, syncDetails } = useUi.getState();
  expect(syncDetails).toBe("waiting");
  expect({ importing, isGoToDateOpen, isConnectOpen }).toEqual({
    importing: { dropped: [] },
    isGoToDateOpen: true,
    isConnectOpen: true,
  });
  expect(yearAtMs).toBeGreaterThan(0);
  useUi.setState(before);
});

test("a server is offered in the dialog without connecting", () => {
  const { asked, notify } = listen();
  const offered = { url: "https://notes.example.org", code: "7KQ2M9XB12345678" };
  notify({ type: "connect", ...offered });
  expect(useUi.getState().isConnectOpen).toBe(true);
  expect(useShell.getState().offeredServer).toEqual(offered);
  expect(asked).toHaveLength(1);
});

test("a new memo opens the timeline and focuses the composer once it is rendered", async () => {
  const { notify } = listen();
  location.hash = "#/settings";
  notify({ type: "act", act: "new-memo" });
  expect(location.hash).toBe("#/");
  document.body.innerHTML = '<section id="composer"><textarea></textarea></section>';
  await vi.waitFor(() => expect(document.activeElement?.tagName).toBe("TEXTAREA"));
});

test("a recording opens the timeline and requests it from the composer", () => {
  const { notify } = listen();
  location.hash = "#/settings";
  notify({ type: "act", act: "record" });
  expect(location.hash).toBe("#/");
  expect(useUi.getState().isRecordingAsked).toBe(true);
  useUi.setState({ isRecordingAsked: false });
});

test("sync actions of the tray reach the callback until it unsubscribes", () => {
  const { notify } = listen();
  const done = vi.fn<(act: string) => void>();
  const stop = onHostAct(done);
  notify({ type: "act", act: "pause-sync" });
  stop();
  notify({ type: "act", act: "resume-sync" });
  expect(done.mock.calls).toEqual([["pause-sync"]]);
});
