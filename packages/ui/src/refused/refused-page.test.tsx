import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { KeptCopy, ShellRequest, ShellState } from "../shell/shell-port.ts";
import { listenToShell, useShell } from "../shell/shell.ts";
import { RefusedPage } from "./refused-page.tsx";

afterEach(() => {
  cleanup();
  useShell.setState({ state: null, refused: null });
});

function open(copies: readonly KeptCopy[] | null, hasShell = true) {
  const asked: ShellRequest[] = [];
  listenToShell({ send: (request) => asked.push(request), listen: () => undefined });
  asked.length = 0;
  const state = hasShell ? ({ hasTray: false } as ShellState) : null;
  useShell.setState({ state, refused: { message: "The file is damaged.", copies } });
  render(<RefusedPage />);
  return asked;
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));

test("shows the reason, and offers the folder, the logs, a retry and quitting", () => {
  const asked = open(null);
  expect(screen.getByRole("alert").textContent).toContain("The file is damaged.");
  for (const name of ["Try again", "Show folder", "Show logs", "Quit"]) press(name);
  expect(asked).toEqual([
    { type: "refused", act: "again" },
    { type: "refused", act: "show-folder" },
    { type: "show-logs" },
    { type: "refused", act: "quit" },
  ]);
  expect(screen.queryByRole("heading", { name: "Copies of your memos" })).toBeNull();
});

test("continues from a copy after a confirmation", () => {
  const asked = open([{ name: "tidemark.db.before-v7", madeMs: Date.UTC(2026, 2, 3), bytes: 2e6 }]);
  press("Use this copy…");
  expect(asked).toEqual([]);
  press("Cancel");
  press("Use this copy…");
  press(/^Use the copy from /);
  expect(asked).toEqual([{ type: "restore-copy", name: "tidemark.db.before-v7" }]);
});

test("a browser offers neither folder nor logs", () => {
  open([], false);
  const names = screen.getAllByRole("button").map((button) => button.textContent);
  expect(names).toEqual(["Try again", "Quit"]);
});

test("reports that there is no copy", () => {
  open([]);
  expect(screen.getByText(/^No copy of your memos/)).toBeDefined();
});
