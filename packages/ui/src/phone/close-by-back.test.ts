import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearSelection, toggleSelected, useSelection } from "../state/selection.ts";
import { closeByBack } from "./close-by-back.ts";

/** Watchers that wait for the back button, the last one first. */
let waiting: FakeWatcher[] = [];
class FakeWatcher extends EventTarget {
  constructor() {
    super();
    waiting.push(this);
  }
  destroy(): void {
    waiting = waiting.filter((each) => each !== this);
  }
}

/** Presses the back button. Returns false if nothing on the page waits for it. */
function goBack(): boolean {
  const watcher = waiting.pop();
  watcher?.dispatchEvent(new Event("close"));
  return watcher !== undefined;
}

let stop = (): void => undefined;
beforeEach(() => {
  vi.stubGlobal("CloseWatcher", FakeWatcher);
  stop = closeByBack(window);
});
afterEach(() => {
  stop();
  clearSelection();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
  waiting = [];
});

/** Opens a popup as Base UI does. Escape closes it. */
function open(role: string, place: Element = document.body): HTMLElement {
  const portal = document.createElement("div");
  portal.dataset["baseUiPortal"] = "";
  place.append(portal);
  const popup = document.createElement("div");
  popup.setAttribute("role", role);
  popup.dataset["open"] = "";
  popup.tabIndex = -1;
  popup.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    delete popup.dataset["open"];
  });
  portal.append(popup);
  return popup;
}

const isOpen = (popup: HTMLElement): boolean => popup.dataset["open"] !== undefined;
const watched = (): Promise<void> => vi.waitFor(() => expect(waiting).toHaveLength(1));
const unwatched = (): Promise<void> => vi.waitFor(() => expect(waiting).toEqual([]));

test("the back button closes the topmost popup alone, then the one below it", async () => {
  expect(goBack()).toBe(false);
  const sheet = open("dialog");
  const menu = open("menu", sheet);
  await watched();
  expect(goBack()).toBe(true);
  expect([isOpen(sheet), isOpen(menu)]).toEqual([true, false]);
  await watched();
  expect(goBack()).toBe(true);
  expect(isOpen(sheet)).toBe(false);
  await unwatched();
  expect(goBack()).toBe(false);
});

test("a sheet that stays mounted is closed each time it is open", async () => {
  const sheet = open("dialog");
  await watched();
  goBack();
  await unwatched();
  sheet.dataset["open"] = "";
  await watched();
  goBack();
  expect(isOpen(sheet)).toBe(false);
});

test("a popup that its own button closes leaves the back button alone", async () => {
  const sheet = open("dialog");
  await watched();
  delete sheet.dataset["open"];
  await unwatched();
});

test("Escape, which also reaches the watcher, closes one popup alone", async () => {
  const sheet = open("dialog");
  await watched();
  window.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
  goBack();
  expect(isOpen(sheet)).toBe(true);
  window.dispatchEvent(new KeyboardEvent("keyup", { key: "Escape" }));
  await watched();
  goBack();
  expect(isOpen(sheet)).toBe(false);
});

test("the back button ends a selection", async () => {
  toggleSelected("a");
  await watched();
  goBack();
  expect(useSelection.getState().ids.size).toBe(0);
  expect(waiting).toEqual([]);
});
