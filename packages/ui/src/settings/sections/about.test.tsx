import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { ShellRequest, ShellState, UpdateState } from "../../shell/shell-port.ts";
import { listenToShell, useShell } from "../../shell/shell.ts";
import { Updates } from "./about.tsx";

afterEach(() => {
  cleanup();
  useShell.setState({ state: null });
});

function show(updates: UpdateState): readonly ShellRequest[] {
  const asked: ShellRequest[] = [];
  listenToShell({ send: (request) => asked.push(request), listen: () => undefined });
  asked.length = 0;
  useShell.setState({ state: { updates } as ShellState });
  render(<Updates />);
  return asked;
}

test("without an update feed the page says that no server is contacted", () => {
  show({ type: "off" });
  expect(screen.getByText(/^This copy doesn’t check for updates/)).toBeDefined();
  expect(screen.queryByRole("button")).toBeNull();
});

test("checks for updates, and installs one that is ready", () => {
  const looked = show({ type: "newest", atMs: Date.now() });
  expect(screen.getByText(/^Tidemark is up to date/)).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Check now" }));
  expect(looked).toEqual([{ type: "look-for-updates" }]);
  cleanup();
  const started = show({ type: "ready", version: "0.3.0" });
  expect(screen.getByText(/^Version 0.3.0 is ready/)).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Restart now" }));
  expect(started).toEqual([{ type: "install-update" }]);
});

test("disables the buttons while checking or downloading, and shows a failure", () => {
  show({ type: "fetching", version: "0.3.0" });
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Check now" }).disabled).toBe(true);
  cleanup();
  show({ type: "failed", atMs: Date.now() });
  expect(screen.getByText(/will try again; see the log\.$/)).toBeDefined();
});

test("names the desktop app when shown in a browser", () => {
  render(<Updates />);
  expect(screen.getByText("Only in the desktop app")).toBeDefined();
});
