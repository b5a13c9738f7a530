import { once } from "node:events";
import {
  MergeElsewhere,
  type MergeJob,
  mergeTexts,
  mergeWork,
  runMerge,
} from "@tidemark/core/text";
import { expect, onTestFinished, test, vi } from "vitest";
import { watchThreads } from "../../tests/watch-started.ts";
import { withLongMerges } from "./merge-thread.ts";

/** Returns a transaction that throws `MergeElsewhere` on its first run. */
function merging(memo: string): () => Promise<string> {
  const job: MergeJob = {
    current: { memo, content: "a", text: { gen: 1, state: null } },
    // An empty Yjs update.
    update: Uint8Array.of(0, 0),
  };
  let runs = 0;
  return async () => {
    runs += 1;
    if (runs === 1) throw new MergeElsewhere(job);
    return `${memo}: ${runs}`;
  };
}

test("an idle thread ends, and the next merges share a new one", async () => {
  const started = watchThreads();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  expect(await withLongMerges(merging("first"))).toBe("first: 2");
  const [thread] = started;
  expect(started).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await withLongMerges(merging("again"))).toBe("again: 2");
  await vi.advanceTimersByTimeAsync(20_000);
  expect(thread?.threadId).toBeGreaterThan(0);
  const ended = thread && once(thread, "exit");
  await vi.advanceTimersByTimeAsync(20_000);
  await ended;
  const both = ["second", "third"].map((memo) => withLongMerges(merging(memo)));
  expect(await Promise.all(both)).toEqual(["second: 2", "third: 2"]);
  expect(started).toHaveLength(2);
});

test("T13c · long merges of whole texts run in the thread", async () => {
  const started = watchThreads();
  const words = (name: string): string =>
    Array.from({ length: 50_000 }, (_, i) => `${name}${i}\n`).join("");
  const [base, ours, theirs] = [words("base"), words("ours"), words("theirs")];
  const before = mergeWork();
  let runs = 0;
  const merged = await withLongMerges(async () => {
    runs += 1;
    return mergeTexts(base, ours, theirs);
  });
  expect(runs).toBe(2);
  expect(started.length).toBeLessThanOrEqual(1);
  expect(mergeWork() - before).toBeLessThan(500_000);
  const here = runMerge({ base, ours, theirs, prefers: "theirs" });
  expect("text" in here && here.text === merged).toBe(true);
});
