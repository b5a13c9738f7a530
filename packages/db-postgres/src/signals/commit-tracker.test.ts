import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createCommitTracker } from "./commit-tracker.ts";

const graceMs = 1000;

function startHearing() {
  let missed = 0;
  const commits = createCommitTracker({ graceMs: () => graceMs, onMissed: () => (missed += 1) });
  return { commits, missed: () => missed };
}

describe("tracking of commits", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("reports no missed commit if all are announced, in any order and late", () => {
    const { commits, missed } = startHearing();
    commits.made(10);
    commits.made(16);
    commits.heard([[13, 14]]);
    vi.advanceTimersByTime(graceMs - 1);
    commits.heard([[16, 16]]);
    commits.heard([
      [15, 15],
      [11, 12],
    ]);
    commits.made(16);
    vi.advanceTimersByTime(10 * graceMs);
    commits.heard([[17, 17]]);
    commits.made(17);
    vi.advanceTimersByTime(10 * graceMs);
    expect(missed()).toBe(0);
  });

  test("reports once if a commit was not announced in time", () => {
    const { commits, missed } = startHearing();
    commits.made(10);
    commits.heard([[12, 12]]);
    commits.made(12);
    vi.advanceTimersByTime(graceMs - 1);
    expect(missed()).toBe(0);
    vi.advanceTimersByTime(1);
    expect(missed()).toBe(1);
    commits.made(12);
    vi.advanceTimersByTime(10 * graceMs);
    expect(missed()).toBe(1);
  });

  test("gives commits made during a wait their own grace period", () => {
    const { commits, missed } = startHearing();
    commits.made(10);
    commits.made(11);
    vi.advanceTimersByTime(graceMs - 1);
    commits.heard([[11, 11]]);
    commits.made(12);
    vi.advanceTimersByTime(graceMs - 1);
    expect(missed()).toBe(0);
    vi.advanceTimersByTime(graceMs);
    expect(missed()).toBe(1);
  });

  test("starts at the first commits found, also after a database was restored", () => {
    const { commits, missed } = startHearing();
    commits.heard([[101, 101]]);
    commits.made(100);
    commits.made(101);
    commits.clear();
    commits.made(50);
    vi.advanceTimersByTime(10 * graceMs);
    expect(missed()).toBe(0);
    commits.made(51);
    vi.advanceTimersByTime(graceMs);
    expect(missed()).toBe(1);
  });
});
