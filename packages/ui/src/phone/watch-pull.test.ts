import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchPull } from "./watch-pull.ts";

const handlers = { canPull: vi.fn(() => true), onPull: vi.fn(), run: vi.fn() };
let stop = (): void => undefined;
const list = () => document.querySelector<HTMLElement>("p")!;

beforeEach(() => {
  vi.clearAllMocks();
  document.body.innerHTML = "<div data-scroller><p>memo</p></div>";
  stop = watchPull(document, handlers);
});
afterEach(() => stop());

function touch(type: string, ...at: readonly { x: number; y: number }[]): void {
  const event = new Event(type, { bubbles: true });
  Object.assign(event, { touches: at.map(({ x, y }) => ({ clientX: x, clientY: y })) });
  list().dispatchEvent(event);
}

function pull(byX: number, byY: number): void {
  touch("touchstart", { x: 100, y: 100 });
  touch("touchmove", { x: 100 + byX, y: 100 + byY });
  touch("touchend");
}

test("a long pull at the top of a list runs the action when it is released", () => {
  pull(0, 160);
  expect(handlers.run).toHaveBeenCalledOnce();
  expect(handlers.onPull).toHaveBeenLastCalledWith(null);
});

test("a short pull, a sideways one and one in the middle of a list do nothing", () => {
  pull(0, 60);
  pull(200, 160);
  pull(0, -160);
  document.querySelector("[data-scroller]")!.scrollTop = 40;
  pull(0, 160);
  expect(handlers.run).not.toHaveBeenCalled();
});

test("without a server a pull shows nothing", () => {
  handlers.canPull.mockReturnValueOnce(false);
  pull(0, 160);
  expect(handlers.onPull).not.toHaveBeenCalled();
});
