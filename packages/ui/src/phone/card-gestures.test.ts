import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type CardGestures, watchCards } from "./card-gestures.ts";

const gestures = {
  canSwipe: vi.fn<CardGestures["canSwipe"]>(() => true),
  onSwipe: vi.fn<CardGestures["onSwipe"]>(),
  run: vi.fn<CardGestures["run"]>(),
  hold: vi.fn<CardGestures["hold"]>(),
};
let stop = (): void => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  document.body.innerHTML = `<div data-memo-list>
    <article class="memo-card" data-memo="a"><p>text</p><a href="#x">link</a>
      <input type="checkbox"><pre style="overflow-x: auto">code</pre></article>
  </div>`;
  Object.defineProperty(document.documentElement, "clientWidth", {
    value: 390,
    configurable: true,
  });
  stop = watchCards(document, gestures);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const part = (selector: string) => document.querySelector<HTMLElement>(selector)!;

/** Dispatches a touch event; returns true if the page took it from the browser. */
function touch(type: string, target: Element, ...at: readonly { x: number; y: number }[]): boolean {
  const event = new Event(type, { bubbles: true, cancelable: true });
  const touches = at.map(({ x, y }) => ({ clientX: x, clientY: y, target }));
  Object.assign(event, { touches });
  target.dispatchEvent(event);
  return event.defaultPrevented;
}

function drag(target: Element, from: { x: number; y: number }, to: { x: number; y: number }) {
  touch("touchstart", target, from);
  const isTaken = touch("touchmove", target, to);
  touch("touchend", target);
  return isTaken;
}

test("a card that is swiped far enough runs the action of its side", () => {
  expect(drag(part("p"), { x: 100, y: 50 }, { x: 200, y: 55 })).toBe(true);
  expect(gestures.run).toHaveBeenLastCalledWith("a", "start");
  drag(part("p"), { x: 300, y: 50 }, { x: 200, y: 55 });
  expect(gestures.run).toHaveBeenLastCalledWith("a", "end");
  expect(gestures.onSwipe).toHaveBeenLastCalledWith(null);
  expect(part("article").style.translate).toBe("");
});

test("a short swipe, and one without an action, return the card", () => {
  drag(part("p"), { x: 100, y: 50 }, { x: 160, y: 50 });
  gestures.canSwipe.mockReturnValueOnce(false);
  touch("touchstart", part("p"), { x: 100, y: 50 });
  touch("touchmove", part("p"), { x: 260, y: 50 });
  expect(part("article").style.translate).toBe("");
  touch("touchend", part("p"));
  expect(gestures.run).not.toHaveBeenCalled();
});

test("scrolling, a second finger, the edge of the screen and wide code aren't swipes", () => {
  expect(drag(part("p"), { x: 100, y: 50 }, { x: 130, y: 200 })).toBe(false);
  expect(drag(part("p"), { x: 8, y: 50 }, { x: 200, y: 50 })).toBe(false);
  touch("touchstart", part("p"), { x: 100, y: 50 }, { x: 200, y: 50 });
  expect(touch("touchmove", part("p"), { x: 300, y: 50 })).toBe(false);
  touch("touchend", part("p"));
  Object.defineProperty(part("pre"), "scrollWidth", { value: 900 });
  expect(drag(part("pre"), { x: 100, y: 50 }, { x: 250, y: 50 })).toBe(false);
  expect(gestures.run).not.toHaveBeenCalled();
});

test("a card that is held is selected once, and the click after it is swallowed", () => {
  touch("touchstart", part("p"), { x: 100, y: 50 });
  vi.advanceTimersByTime(600);
  expect(gestures.hold).toHaveBeenCalledExactlyOnceWith("a");
  expect(touch("touchend", part("p"))).toBe(true);
  expect(gestures.run).not.toHaveBeenCalled();
});

test("moving, links and boxes keep their own touches", () => {
  touch("touchstart", part("p"), { x: 100, y: 50 });
  touch("touchmove", part("p"), { x: 100, y: 90 });
  vi.advanceTimersByTime(600);
  for (const own of ["a", "input"]) {
    touch("touchstart", part(own), { x: 100, y: 50 });
    vi.advanceTimersByTime(600);
    expect(touch("touchend", part(own))).toBe(false);
  }
  expect(gestures.hold).not.toHaveBeenCalled();
});
