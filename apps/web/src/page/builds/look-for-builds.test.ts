import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { lookForBuilds } from "./look-for-builds.ts";

const minuteMs = 60_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

test("A40d · a page looks for a new build when it gets the focus, at most once an hour", () => {
  const page = new EventTarget() as Window;
  const update = vi.fn<ServiceWorkerRegistration["update"]>().mockRejectedValue(new TypeError());
  lookForBuilds({ update }, page);
  const focusAfter = (ms: number) => {
    vi.setSystemTime(Date.now() + ms);
    page.dispatchEvent(new Event("focus"));
  };
  focusAfter(59 * minuteMs);
  expect(update).not.toHaveBeenCalled();
  focusAfter(minuteMs);
  expect(update).toHaveBeenCalledOnce();
  focusAfter(30 * minuteMs);
  expect(update).toHaveBeenCalledOnce();
  focusAfter(30 * minuteMs);
  expect(update).toHaveBeenCalledTimes(2);
});
