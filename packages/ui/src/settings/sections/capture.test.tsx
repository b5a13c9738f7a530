import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { ShellEvent, ShellRequest, ShellState } from "../../shell/shell-port.ts";
import { listenToShell, useShell } from "../../shell/shell.ts";
import { Autostart, CaptureKeys, Closing, TryKeys } from "./capture.tsx";

afterEach(() => {
  cleanup();
  useShell.setState({ state: null });
});

const usual: ShellState = {
  platform: "linux",
  settings: { shortcut: "CommandOrControl+Shift+Space", closing: "ask" },
  shortcut: { state: "on", presses: 0 },
  hasTray: true,
  startsAtLogin: false,
  updates: { type: "off" },
};

/**
 * Opens the section in a window with the given state. Returns the requests it sends, and a function that
 * sends it events.
 */
function open(state: Partial<ShellState>) {
  const asked: ShellRequest[] = [];
  let notify: (event: ShellEvent) => void = () => undefined;
  listenToShell({
    send: (request) => asked.push(request),
    listen: (onEvent) => (notify = onEvent),
  });
  asked.length = 0;
  notify({ type: "state", state: { ...usual, ...state } });
  render(
    <>
      <CaptureKeys />
      <TryKeys />
      <Closing />
      <Autostart />
    </>,
  );
  return { asked, notify };
}

test("in a browser everything is shown as desktop-only", () => {
  render(
    <>
      <CaptureKeys />
      <TryKeys />
      <Closing />
      <Autostart />
    </>,
  );
  expect(screen.getAllByText("Only in the desktop app")).toHaveLength(4);
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.queryByRole("switch")).toBeNull();
});

test("the next keys with a modifier become the shortcut", () => {
  const { asked } = open({});
  fireEvent.click(screen.getByRole("button", { name: "Change…" }));
  const field = screen.getByRole("textbox", { name: "Press the new shortcut…" });
  fireEvent.keyDown(field, { code: "KeyN", key: "n" });
  expect(screen.getByText(/this key would no longer work for typing/)).toBeDefined();
  expect(asked).toEqual([]);
  fireEvent.keyDown(field, { code: "KeyN", key: "n", altKey: true });
  expect(asked).toEqual([{ type: "set", settings: { shortcut: "Alt+N" } }]);
  expect(screen.getByRole("button", { name: "Change…" })).toBeDefined();
});

test("the shortcut is turned off, and Escape leaves it unchanged", () => {
  const { asked } = open({});
  fireEvent.click(screen.getByRole("button", { name: "Change…" }));
  fireEvent.keyDown(screen.getByRole("textbox"), { code: "Escape", key: "Escape" });
  fireEvent.click(screen.getByRole("button", { name: "Turn off" }));
  expect(asked).toEqual([{ type: "set", settings: { shortcut: null } }]);
});

test.each([
  ["taken", /Ctrl\+Shift\+Space is in use by another app/],
  ["unsure", /Wayland/],
] as const)("reports that the shortcut is %s", (state, words) => {
  open({ shortcut: { state, presses: 0 } });
  expect(screen.getByText(words)).toBeDefined();
});

test("trying the shortcut reports when it is received", () => {
  const { asked, notify } = open({});
  fireEvent.click(screen.getByRole("button", { name: "Start" }));
  expect(asked).toEqual([{ type: "try-shortcut", isOn: true }]);
  expect(screen.getByText("Press Ctrl+Shift+Space now…")).toBeDefined();
  const shortcut = { state: "on", presses: 1 } as const;
  useShell.setState({ state: { ...usual, shortcut } });
  notify({ type: "state", state: { ...usual, shortcut } });
  return screen
    .findByText("It works. This shortcut opens quick capture.")
    .then(() => fireEvent.click(screen.getByRole("button", { name: "Stop" })))
    .then(() => expect(asked.at(-1)).toEqual({ type: "try-shortcut", isOn: false }));
});

test("closing and autostart can be set where the desktop supports them, otherwise the reason is shown", () => {
  const { asked } = open({});
  fireEvent.click(screen.getByRole("radio", { name: "Stay in the tray" }));
  fireEvent.click(screen.getByRole("switch", { name: "Start at login" }));
  expect(asked).toEqual([
    { type: "set", settings: { closing: "tray" } },
    { type: "start-at-login", isOn: true },
  ]);
  cleanup();
  open({ hasTray: false, startsAtLogin: null });
  expect(screen.getByText(/has no tray/)).toBeDefined();
  expect(screen.queryByRole("radio")).toBeNull();
  expect(screen.getByText("Only in the installed app.")).toBeDefined();
});
