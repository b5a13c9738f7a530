import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { focusBesideDraft } from "../focus/focus-composer.ts";
import { useFeedback } from "../feedback/feedback.ts";
import { setUi, useUi } from "../state/ui-state.ts";
import { useKeysFromNowhere } from "./use-keys-from-nowhere.ts";

const goTo = vi.fn();
const openRandom = vi.fn();
const undo = vi.fn();

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
  useFeedback.setState(useFeedback.getInitialState());
  setUi(useUi.getInitialState());
});

function Screen() {
  useKeysFromNowhere({ goTo, openRandom });
  return (
    <>
      <nav>
        <a href="#timeline">Timeline</a>
        <button type="button">Collapse</button>
      </nav>
      <div data-scroller>
        <main tabIndex={-1}>
          <section id="composer" aria-label="composer">
            <textarea aria-label="New memo" />
          </section>
          <label>
            Words <input type="search" />
          </label>
          <div data-memo-list>
            <article id="memo-a" data-memo="a" tabIndex={0}>
              <button type="button">in a card</button>
            </article>
          </div>
        </main>
      </div>
      <ul role="menu">
        <li role="menuitem" tabIndex={-1}>
          row
        </li>
      </ul>
    </>
  );
}

function show(): HTMLElement {
  useFeedback.setState({ undo });
  render(<Screen />);
  const scroller = document.querySelector<HTMLElement>("[data-scroller]");
  if (scroller === null) throw new Error("no scroller");
  Object.defineProperty(scroller, "clientHeight", { value: 800 });
  Object.defineProperty(scroller, "scrollHeight", { value: 9000 });
  scroller.scrollBy = vi.fn();
  return scroller;
}

const places: Readonly<Record<string, () => HTMLElement>> = {
  "the page": () => document.body,
  "a link of the sidebar": () => screen.getByRole("link"),
  "a button": () => screen.getByRole("button", { name: "Collapse" }),
  "the screen": () => screen.getByRole("main"),
};

describe.each(Object.entries(places))("with the focus on %s", (_, place) => {
  test("single keys act", () => {
    show();
    fireEvent.keyDown(place(), { key: "j" });
    expect(document.activeElement?.id).toBe("memo-a");
    fireEvent.keyDown(place(), { key: "?" });
    expect(useUi.getState().isShortcutSheetOpen).toBe(true);
    setUi({ isShortcutSheetOpen: false });
    fireEvent.keyDown(place(), { key: "z" });
    expect(undo).toHaveBeenCalledOnce();
    fireEvent.keyDown(place(), { key: "g" });
    fireEvent.keyDown(place(), { key: "k" });
    expect(goTo).toHaveBeenCalledExactlyOnceWith({ view: "tasks" });
  });
});

test.each([
  ["textbox", "New memo"],
  ["searchbox", "Words"],
  ["menuitem", "row"],
  ["button", "in a card"],
])("a %s keeps its keys", (role, name) => {
  show();
  for (const key of ["j", "z", "?", "PageDown", " "]) {
    expect(fireEvent.keyDown(screen.getByRole(role, { name }), { key })).toBe(true);
  }
  expect(undo).not.toHaveBeenCalled();
  expect(useUi.getState().isShortcutSheetOpen).toBe(false);
});

test("nothing acts while a dialog is open", () => {
  show();
  render(<div role="dialog" />);
  fireEvent.keyDown(document.body, { key: "z" });
  expect(undo).not.toHaveBeenCalled();
});

test.each([
  ["PageDown", {}, 700],
  ["PageUp", {}, -700],
  [" ", {}, 700],
  [" ", { shiftKey: true }, -700],
  ["End", {}, 9000],
  ["Home", {}, -9000],
  ["ArrowDown", {}, 40],
])("%s with %o scrolls the list while nothing has the focus", async (key, held, top) => {
  const scroller = show();
  fireEvent.keyDown(document.body, { key, ...held });
  await vi.dynamicImportSettled();
  expect(scroller.scrollBy).toHaveBeenCalledExactlyOnceWith({ top });
});

test("the browser scrolls within the list, and Space presses a button", async () => {
  const scroller = show();
  for (const place of [
    screen.getByRole("main"),
    screen.getByRole("button", { name: "Collapse" }),
  ]) {
    expect(fireEvent.keyDown(place, { key: " " })).toBe(true);
  }
  expect(fireEvent.keyDown(screen.getByRole("main"), { key: "PageDown" })).toBe(true);
  await vi.dynamicImportSettled();
  expect(scroller.scrollBy).not.toHaveBeenCalled();
  fireEvent.keyDown(screen.getByRole("link"), { key: "PageDown" });
  await vi.dynamicImportSettled();
  expect(scroller.scrollBy).toHaveBeenCalledOnce();
});

test("words typed after a draft was left change nothing, and j goes to the list", () => {
  show();
  focusBesideDraft();
  const composer = screen.getByRole("region", { name: "composer" });
  expect(document.activeElement).toBe(composer);
  for (const key of "zap That Record ") {
    const isDefault = fireEvent.keyDown(document.activeElement ?? document.body, {
      key,
      shiftKey: key !== key.toLowerCase(),
    });
    if (key === " ") expect(isDefault).toBe(false);
  }
  expect(document.activeElement).toBe(composer);
  expect(undo).not.toHaveBeenCalled();
  expect(openRandom).not.toHaveBeenCalled();
  fireEvent.keyDown(composer, { key: "j" });
  expect(document.activeElement?.id).toBe("memo-a");
  expect(composer.hasAttribute("tabindex")).toBe(false);
});
