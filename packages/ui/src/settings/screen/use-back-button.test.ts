import { cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useBackButton } from "./use-back-button.ts";

let watchers: EventTarget[] = [];
class FakeWatcher extends EventTarget {
  constructor() {
    super();
    watchers.push(this);
  }
  destroy(): void {
    watchers = watchers.filter((each) => each !== this);
  }
}

beforeEach(() => vi.stubGlobal("CloseWatcher", FakeWatcher));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("the back button leaves a section that is shown alone, and only that", () => {
  const leave = vi.fn();
  const { rerender } = renderHook(({ isShown }) => useBackButton(isShown, leave), {
    initialProps: { isShown: false },
  });
  expect(watchers).toEqual([]);
  rerender({ isShown: true });
  watchers[0]?.dispatchEvent(new Event("close"));
  expect(leave).toHaveBeenCalledOnce();
  rerender({ isShown: false });
  expect(watchers).toEqual([]);
});
