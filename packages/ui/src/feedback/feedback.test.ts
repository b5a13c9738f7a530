import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useFeedback } from "./feedback.ts";

beforeEach(() => useFeedback.setState({ snackbars: [], undoable: [] }));
afterEach(() => vi.unstubAllGlobals());

const { say, fail, offer } = useFeedback.getState();
const shown = (): string[] => useFeedback.getState().snackbars.map(({ text }) => text);

function showOn(device: "phone" | "desktop"): void {
  vi.stubGlobal("matchMedia", () => ({ matches: device === "phone" }));
  offer("A new version is ready", null, "Reload");
  fail("The file couldn’t be sent.");
  for (const text of ["Pinned", "Archived", "Restored"]) say(text);
}

test("a window shows the last three messages, and those that stay", () => {
  showOn("desktop");
  expect(shown()).toEqual(["A new version is ready", "Pinned", "Archived", "Restored"]);
});

test("a phone shows the last message, errors, and those that stay", () => {
  showOn("phone");
  expect(shown()).toEqual(["A new version is ready", "The file couldn’t be sent.", "Restored"]);
});
