import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { lazyComponent, prefetchParts } from "./lazy-component.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

// Runs in a separate worker: it would also load the lazy parts of other tests' imports.

const Part = () => null;

test("parts load one after another, nested ones too, even after a failure", async () => {
  const asked: string[] = [];
  const answers = new Map<string, PromiseWithResolvers<typeof Part>>();
  const part = (name: string) =>
    lazyComponent(() => {
      asked.push(name);
      const answer = Promise.withResolvers<typeof Part>();
      answers.set(name, answer);
      return answer.promise;
    });
  part("dialogs");
  part("panel");
  prefetchParts(new QueryClient());
  await vi.advanceTimersByTimeAsync(3000);
  expect(asked).toEqual(["dialogs"]);
  part("of the dialogs");
  answers.get("dialogs")?.reject(new TypeError("Failed to fetch"));
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual(["dialogs", "panel"]);
  answers.get("panel")?.resolve(Part);
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual(["dialogs", "panel", "of the dialogs"]);
});
