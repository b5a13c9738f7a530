import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryKeys } from "./queries.ts";
import { countViewsSoon } from "./view-counts.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Returns whether the count is invalidated. */
function counted() {
  const queries = new QueryClient();
  queries.setQueryData(queryKeys.viewCount("a"), { count: 3, isMore: false });
  const isDue = () => queries.getQueryState(queryKeys.viewCount("a"))?.isInvalidated;
  return { queries, isDue };
}

test("views are counted again after a second without changes", async () => {
  const { queries, isDue } = counted();
  for (let change = 0; change < 5; change += 1) {
    countViewsSoon(queries);
    await vi.advanceTimersByTimeAsync(900);
    expect(isDue()).toBe(false);
  }
  await vi.advanceTimersByTimeAsync(100);
  expect(isDue()).toBe(true);
});

test("views are counted every ten seconds while changes continue", async () => {
  const { queries, isDue } = counted();
  for (let change = 0; change < 20; change += 1) {
    countViewsSoon(queries);
    await vi.advanceTimersByTimeAsync(500);
  }
  expect(isDue()).toBe(true);
});
