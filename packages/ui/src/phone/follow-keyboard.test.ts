import { afterEach, expect, test, vi } from "vitest";
import { followKeyboard } from "./follow-keyboard.ts";

/** Visual viewport of a window that is 800 px high. */
class FakeViewport extends EventTarget {
  height = 800;
  offsetTop = 0;
  scale = 1;
  change(to: Partial<Pick<FakeViewport, "height" | "offsetTop" | "scale">>): void {
    Object.assign(this, to);
    this.dispatchEvent(new Event("resize"));
  }
}

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

function follow() {
  const seen = new FakeViewport();
  vi.stubGlobal("visualViewport", seen);
  vi.stubGlobal("innerHeight", 800);
  vi.stubGlobal("requestAnimationFrame", (run: () => void) => (run(), 1));
  const stop = followKeyboard(window);
  const room = (): string => document.documentElement.style.getPropertyValue("--keyboard");
  return { seen, stop, room };
}

test("the height of a keyboard over the page is a variable, until the page stops following it", () => {
  const { seen, stop, room } = follow();
  expect(room()).toBe("0px");
  seen.change({ height: 460 });
  expect(room()).toBe("340px");
  // Safari moves the visible part down, too.
  seen.change({ height: 460, offsetTop: 100 });
  expect(room()).toBe("240px");
  seen.change({ height: 800, offsetTop: 0 });
  expect(room()).toBe("0px");
  stop();
  expect(room()).toBe("");
  seen.change({ height: 400 });
  expect(room()).toBe("");
});

test("zooming in isn't taken for a keyboard", () => {
  const { seen, stop, room } = follow();
  seen.change({ height: 400, scale: 2 });
  expect(room()).toBe("0px");
  stop();
});

const at = (bottom: number) => () => new DOMRect(0, 0, 390, bottom);

/** Returns a focused field, and its scroll container above a keyboard. */
function fieldInBox() {
  const box = document.createElement("div");
  box.style.overflowY = "auto";
  const field = document.createElement("textarea");
  box.append(field);
  document.body.append(box);
  field.focus();
  const scrollBy = vi.fn();
  Object.assign(box, { scrollBy });
  Object.defineProperties(box, { scrollHeight: { value: 900 }, clientHeight: { value: 460 } });
  box.getBoundingClientRect = at(460);
  return { box, field, scrollBy };
}

test("a field that the keyboard hides is scrolled into view", () => {
  const { seen, stop } = follow();
  const { field, scrollBy } = fieldInBox();
  field.getBoundingClientRect = at(500);
  seen.change({ height: 460 });
  expect(scrollBy).toHaveBeenCalledExactlyOnceWith({ top: 52 });
  field.getBoundingClientRect = at(300);
  seen.change({ height: 450 });
  expect(scrollBy).toHaveBeenCalledOnce();
  stop();
});

test("a field behind the tools above the keyboard is scrolled into view", () => {
  const { seen, stop } = follow();
  const { box, field, scrollBy } = fieldInBox();
  box.className = "inline-editor";
  const tools = document.createElement("div");
  tools.className = "inline-tools";
  Object.defineProperty(tools, "offsetHeight", { value: 100 });
  box.append(tools);
  field.getBoundingClientRect = at(340);
  seen.change({ height: 460 });
  expect(scrollBy).not.toHaveBeenCalled();
  field.getBoundingClientRect = at(400);
  seen.change({ height: 450 });
  expect(scrollBy).toHaveBeenCalledExactlyOnceWith({ top: 52 });
  stop();
});
