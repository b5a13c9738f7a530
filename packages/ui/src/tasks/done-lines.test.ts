import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { leaveSoon } from "../memo/leave-soon.ts";
import { useUi } from "../state/ui-state.ts";
import { keepDone, pointAtTasks, useDoneLines, watchDone } from "./done-lines.ts";

let end: () => void = () => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  end = watchDone();
});
afterEach(() => {
  end();
  vi.runAllTimers();
  vi.useRealTimers();
});

const shown = () => ({
  lines: [...useDoneLines.getState().keys],
  memos: [...useUi.getState().leavingIds],
});

/** A task of a memo that was its last. */
function doLast(id: string): { readonly isGone: () => boolean } {
  let isGone = false;
  keepDone(`${id}/0`);
  leaveSoon(id, true, () => (isGone = true));
  return { isGone: () => isGone };
}

test("a task that was done stays for two seconds, and its memo with it", () => {
  const memo = doLast("a");
  vi.advanceTimersByTime(1999);
  expect(shown()).toEqual({ lines: ["a/0"], memos: ["a"] });
  vi.advanceTimersByTime(1);
  expect(shown()).toEqual({ lines: [], memos: [] });
  expect(memo.isGone()).toBe(true);
});

test("nothing leaves while one points at the list, and all that is due when one does not", () => {
  const memo = doLast("a");
  pointAtTasks(true);
  vi.advanceTimersByTime(5000);
  doLast("b");
  expect(shown()).toEqual({ lines: ["a/0", "b/0"], memos: ["a", "b"] });
  pointAtTasks(false);
  expect(shown()).toEqual({ lines: ["b/0"], memos: ["b"] });
  expect(memo.isGone()).toBe(true);
});

test("a memo that is to stay after all is not taken away later", () => {
  const memo = doLast("a");
  pointAtTasks(true);
  vi.advanceTimersByTime(5000);
  leaveSoon("a", false, () => undefined);
  pointAtTasks(false);
  expect(memo.isGone()).toBe(false);
});

test("who leaves the list lets go of all of it", () => {
  const memo = doLast("a");
  pointAtTasks(true);
  vi.advanceTimersByTime(5000);
  end();
  expect(shown()).toEqual({ lines: [], memos: [] });
  expect(memo.isGone()).toBe(true);
});
