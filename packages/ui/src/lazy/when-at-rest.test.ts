import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { whenAtRest } from "./when-at-rest.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const idleMs = 3000;

test("waits for every running query", async () => {
  const queries = new QueryClient();
  const run = vi.fn<() => void>();
  whenAtRest(queries, run);
  const answers = ["list", "tags"].map((key) => {
    const { promise, resolve } = Promise.withResolvers<string>();
    void queries.fetchQuery({ queryKey: [key], queryFn: () => promise });
    return resolve;
  });
  await vi.advanceTimersByTimeAsync(idleMs);
  answers[0]?.("here");
  await vi.advanceTimersByTimeAsync(idleMs);
  expect(run).not.toHaveBeenCalled();
  answers[1]?.("here");
  await vi.advanceTimersByTimeAsync(idleMs);
  expect(run).toHaveBeenCalledTimes(1);
  await queries.fetchQuery({ queryKey: ["later"], queryFn: () => "here" });
  await vi.advanceTimersByTimeAsync(idleMs);
  expect(run).toHaveBeenCalledTimes(1);
});

test("runs if there are no queries, and not after it was cancelled", async () => {
  const run = vi.fn<() => void>();
  const takeBack = whenAtRest(new QueryClient(), run);
  whenAtRest(new QueryClient(), run);
  takeBack();
  await vi.advanceTimersByTimeAsync(idleMs);
  expect(run).toHaveBeenCalledTimes(1);
});
