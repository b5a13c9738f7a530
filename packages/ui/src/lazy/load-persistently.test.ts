import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadPersistently } from "./load-persistently.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const away = () => new TypeError("Failed to fetch dynamically imported module: /assets/part.js");

test("a part that can't be fetched is retried with growing delays", async () => {
  const load = vi.fn<() => Promise<string>>(() => Promise.reject(away()));
  const loaded = loadPersistently(load);
  await vi.advanceTimersByTimeAsync(499);
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  // After 0.5, 1.5, 3.5, 7.5, then every 8 s.
  expect(load).toHaveBeenCalledTimes(11);
  load.mockResolvedValue("part");
  await vi.advanceTimersByTimeAsync(8000);
  await expect(loaded).resolves.toBe("part");
});

test("an error thrown by the part itself isn't retried", async () => {
  const load = vi.fn<() => Promise<string>>(() =>
    Promise.reject(new TypeError("x is not a function")),
  );
  await expect(loadPersistently(load)).rejects.toThrow("x is not a function");
  expect(load).toHaveBeenCalledTimes(1);
});
