import { afterEach, expect, test, vi } from "vitest";
import { holdBar } from "./hold-bar.ts";

afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

function hold(isShown: boolean) {
  const bar = document.createElement("nav");
  bar.className = "bottom-bar";
  bar.checkVisibility = () => isShown;
  document.body.append(bar);
  const stop = holdBar(document);
  const send = (type: string) => document.body.dispatchEvent(new Event(type, { bubbles: true }));
  return { stop, send, isHeld: () => document.documentElement.hasAttribute("data-tapping") };
}

test("a hidden bar stays hidden from the touch to the click of a tap", () => {
  const { stop, send, isHeld } = hold(false);
  send("touchstart");
  expect(isHeld()).toBe(true);
  send("touchend");
  expect(isHeld()).toBe(true);
  send("click");
  expect(isHeld()).toBe(false);
  stop();
});

test("a scroll or a long press, which no click follows, lets the bar return", () => {
  vi.useFakeTimers();
  const { stop, send, isHeld } = hold(false);
  send("touchstart");
  send("touchend");
  vi.runAllTimers();
  expect(isHeld()).toBe(false);
  send("touchstart");
  send("touchcancel");
  expect(isHeld()).toBe(false);
  send("touchstart");
  stop();
  expect(isHeld()).toBe(false);
});

test("a shown bar isn't hidden by a tap", () => {
  const { stop, send, isHeld } = hold(true);
  send("touchstart");
  expect(isHeld()).toBe(false);
  stop();
});
