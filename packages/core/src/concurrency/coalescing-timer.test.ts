import { expect, test } from "vitest";
import { CoalescingTimer } from "./coalescing-timer.ts";

function fixture() {
  let atMs = 0;
  let timers: { readonly dueMs: number; readonly run: () => void }[] = [];
  const runs: number[] = [];
  const timer = new CoalescingTimer(
    {
      nowMs: () => atMs,
      after(ms, then) {
        const set = { dueMs: atMs + ms, run: then };
        timers.push(set);
        return () => {
          timers = timers.filter((each) => each !== set);
        };
      },
    },
    () => runs.push(atMs),
  );
  return {
    timer,
    runs,
    passTo(ms: number) {
      atMs = ms;
      for (const each of timers.filter(({ dueMs }) => dueMs <= ms)) each.run();
    },
  };
}

test("runs once at the earliest requested time, and again after another start", () => {
  const { timer, runs, passTo } = fixture();
  timer.start(100);
  timer.start(20);
  timer.start(50);
  passTo(20);
  passTo(200);
  expect(runs).toEqual([20]);
  timer.start(5);
  passTo(205);
  expect(runs).toEqual([20, 205]);
});

test("doesn't run after it was stopped", () => {
  const { timer, runs, passTo } = fixture();
  timer.start(10);
  timer.stop();
  passTo(100);
  expect(runs).toEqual([]);
});
