import { expect, test } from "vitest";
import type { After } from "./after.ts";
import { Semaphore, type Slot } from "./semaphore.ts";

/** Runs only waits of 0 ms. */
const after: After = (ms, then) => {
  const timer = ms === 0 ? setImmediate(then) : undefined;
  return () => clearImmediate(timer);
};

test("grants as many slots as there are, in the order of requests", async () => {
  const semaphore = new Semaphore(2, after);
  const [first, second] = [await semaphore.acquire(0), await semaphore.acquire(0)];
  const got: string[] = [];
  const third = semaphore.acquire(60_000).then(() => got.push("third"));
  const fourth = semaphore.acquire(60_000).then(() => got.push("fourth"));
  expect(await semaphore.acquire(0)).toBeNull();
  expect(got).toEqual([]);
  second?.release();
  await third;
  expect(got).toEqual(["third"]);
  first?.release();
  await fourth;
  expect(got).toEqual(["third", "fourth"]);
});

test("serves reacquiring holders first, and limits the number of waiting callers", async () => {
  const semaphore = new Semaphore(1, after, 2);
  const first = await semaphore.acquire(0);
  const got: string[] = [];
  const note = (name: string) => (slot: Slot | null) => {
    got.push(name);
    return slot;
  };
  const second = semaphore.acquire(60_000).then(note("second"));
  const third = semaphore.acquire(60_000).then(note("third"));
  expect(await semaphore.acquire(60_000)).toBeNull();
  const back = semaphore.reacquire().then(note("back"));
  first?.release();
  (await back)?.release();
  (await second)?.release();
  await third;
  expect(got).toEqual(["back", "second", "third"]);
});
