import { cleanup, renderHook, act } from "@testing-library/react";
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from "vitest";
import * as queries from "../data/asked/memo-queries.ts";
import { useFoundWords, type FoundList } from "./use-found-words.ts";

interface Answer {
  readonly data?: { readonly count: number; readonly isMore: boolean };
  readonly isError: boolean;
}
let useFoundCount: MockInstance<(query: unknown, isEnabled: boolean) => Answer>;

beforeEach(() => {
  vi.useFakeTimers();
  // Fields of an answer that are used.
  useFoundCount = vi.spyOn(
    queries as { useFoundCount(query: unknown, isEnabled: boolean): Answer },
    "useFoundCount",
  );
  useFoundCount.mockReturnValue({ isError: false });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const ids = (count: number): string[] => Array.from({ length: count }, (_, n) => `m${n}`);
const whole: FoundList = { memoIds: ids(38), hasMore: false, isFetching: false, error: null };
const begun: FoundList = { ...whole, memoIds: ids(50), hasMore: true };

function words(list: FoundList, hasProblem = false) {
  return renderHook(
    (shown: FoundList) =>
      useFoundWords({
        address: { view: "timeline", q: "fog" },
        scope: "all",
        list: shown,
        hasProblem,
      }),
    { initialProps: list },
  );
}

test("counts a list that is loaded completely without the host", () => {
  expect(words(whole).result.current).toEqual({ words: "38 memos", isSettled: true });
  expect(words({ ...whole, memoIds: ["a"] }).result.current.words).toBe("1 memo");
  expect(useFoundCount.mock.lastCall?.[1]).toBe(false);
});

test("asks the host to count once the rows are loaded, and shows its lower bound", () => {
  const { result, rerender } = words({ ...begun, isFetching: true });
  act(() => void vi.runAllTimers());
  expect(useFoundCount.mock.lastCall?.[1]).toBe(false);
  rerender(begun);
  expect(result.current).toEqual({ words: "50+ memos", isSettled: false });
  act(() => void vi.runAllTimers());
  expect(useFoundCount.mock.lastCall).toEqual([
    { view: "timeline", scope: "all", search: "fog", tag: null, saved: null, author: null },
    true,
  ]);
  useFoundCount.mockReturnValue({ data: { count: 213, isMore: false }, isError: false });
  rerender({ ...begun });
  expect(result.current).toEqual({ words: "213 memos", isSettled: true });
  useFoundCount.mockReturnValue({ data: { count: 1000, isMore: true }, isError: false });
  rerender({ ...begun });
  expect(result.current).toEqual({ words: "1,000+ memos", isSettled: true });
});

test("shows Many memos if counting takes too long, and no number for a refused search", () => {
  useFoundCount.mockReturnValue({ isError: true });
  expect(words(begun).result.current.words).toBe("Many memos");
  expect(words(begun, true).result.current).toEqual({ words: "", isSettled: false });
});
