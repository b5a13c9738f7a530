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

/** Completes the last open task of a memo. */
function doLast(id: string): { readonly isGone: () => boolean } {
  let isGone = false;
  keepDone(`${id}/0`);
  leaveSoon(id, true, () => (isGone = true));
  return { isGone: () => isGone };
}

test("a completed task stays for two seconds, with its memo", () => {
  const memo = doLast("a");
  vi.advanceTimersByTime(1999);
  expect(shown()).toEqual({ lines: ["a/0"], memos: ["a"] });
  vi.advanceTimersByTime(1);
  expect(shown()).toEqual({ lines: [], memos: [] });
  expect(memo.isGone()).toBe(true);
});

test("nothing leaves while the pointer is on the list; what is due leaves afterwards", () => {
  const memo = doLast("a");
  pointAtTasks(true);
  vi.advanceTimersByTime(5000);
  doLast("b");
  expect(shown()).toEqual({ lines: ["a/0", "b/0"], memos: ["a", "b"] });
  pointAtTasks(false);
  expect(shown()).toEqual({ lines: ["b/0"], memos: ["b"] });
  expect(memo.isGone()).toBe(true);
});

test("a memo whose leaving was cancelled isn't removed later", () => {
  const memo = doLast("a");
  pointAtTasks(true);
  vi.advanceTimersByTime(5000);
  leaveSoon("a", false, () => undefined);
  pointAtTasks(false);
  expect(memo.isGone()).toBe(false);
});

test("leaving the list removes everything", () => {
  const memo = doLast("a");
  pointAtTasks(true);
  vi.advanceTimersByTime(5000);
  end();
  expect(shown()).toEqual({ lines: [], memos: [] });
  expect(memo.isGone()).toBe(true);
});
