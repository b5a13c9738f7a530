import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setUi } from "../state/ui-state.ts";
import { openPart } from "./open-part.ts";
import { stopTypingOnPage, typeOnFirstPage, typeOnPage } from "./type-on-page.ts";

const href = "#/m/a";
const pressed = vi.fn();

// Other tests may have left a memo of this id.
beforeEach(() => document.body.replaceChildren());
afterEach(async () => {
  setUi({ taggingId: null });
  document.body.replaceChildren();
  location.hash = "#/tasks";
  // Waits end by themselves once the page is left.
  await vi.waitFor(() => {
    type("x");
    expect(pressed).toHaveBeenLastCalledWith("x");
  });
  window.removeEventListener("keydown", listen);
  pressed.mockReset();
});

function listen(event: KeyboardEvent): void {
  pressed(event.key);
  if (event.key === "t") openPart({ taggingId: "a" });
}

/** Opens a page, and listens for keys as the page does. */
function open(): void {
  location.hash = "#/";
  typeOnPage("a", href);
  location.hash = href;
  window.addEventListener("keydown", listen);
}

function type(keys: string): void {
  for (const key of keys) {
    const target = document.activeElement ?? document.body;
    target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  }
}

function show(html: string): void {
  document.body.insertAdjacentHTML("beforeend", html);
}

function showPage(): void {
  show('<div class="memo-page"><article id="memo-a" tabindex="-1"></article></div>');
  document.getElementById("memo-a")?.focus();
}

test("keys typed before a page is shown run its commands, in their order", async () => {
  open();
  type("pa");
  expect(pressed).not.toHaveBeenCalled();
  showPage();
  await vi.waitFor(() => expect(pressed.mock.calls.flat()).toEqual(["p", "a"]));
});

test("a word typed for a dialog of a page that is still loading runs no other command", async () => {
  const written: string[] = [];
  document.execCommand = vi.fn((_command: string, _ui?: boolean, words?: string) => {
    written.push(words ?? "");
    return true;
  });
  open();
  type("tap");
  showPage();
  await vi.waitFor(() => expect(pressed.mock.calls.flat()).toEqual(["t"]));
  type("ple");
  show('<div role="dialog"><input id="field" /></div>');
  document.getElementById("field")?.focus();
  await vi.waitFor(() => expect(written.join("")).toBe("apple"));
  expect(pressed.mock.calls.flat()).toEqual(["t"]);
});

test("keys act again at once if a message is shown in place of the page", async () => {
  open();
  show("<div data-empty-message><h1>This memo doesn’t exist</h1></div>");
  await vi.waitFor(() => {
    type("p");
    expect(pressed).toHaveBeenCalledWith("p");
  });
});

test("keys act again if the user returns before the page is shown, or clicks elsewhere", () => {
  open();
  type("a");
  location.hash = "#/";
  type("b");
  open();
  type("c");
  stopTypingOnPage();
  type("d");
  expect(pressed.mock.calls.flat()).toEqual(["b", "d"]);
});

test("keys act in a dialog that is shown in place of the page", () => {
  open();
  show('<div role="dialog"><button id="answer"></button></div>');
  document.getElementById("answer")?.focus();
  type("y");
  expect(pressed).toHaveBeenCalledExactlyOnceWith("y");
});

test("keys typed while the app starts on a memo's page run its commands", async () => {
  location.hash = href;
  typeOnFirstPage();
  window.addEventListener("keydown", listen);
  type("pa");
  expect(pressed).not.toHaveBeenCalled();
  showPage();
  await vi.waitFor(() => expect(pressed.mock.calls.flat()).toEqual(["p", "a"]));
});

test("keys act at once if the page is already shown", () => {
  location.hash = "#/m/b";
  typeOnPage("b", "#/m/b");
  window.addEventListener("keydown", listen);
  type("p");
  expect(pressed).toHaveBeenCalledExactlyOnceWith("p");
});
