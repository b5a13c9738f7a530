import { expect, test } from "vitest";
import type { AbortSignalLike } from "@tidemark/core/router";
import { together } from "./together.ts";

/** A stream of these values that then stays open until it is aborted. */
function stream(log: string[], ...values: readonly string[]) {
  return async function* each(signal: AbortSignalLike): AsyncGenerator<string> {
    try {
      yield* values;
      if (signal.aborted) return;
      await new Promise<void>((done) => signal.addEventListener("abort", done, { once: true }));
    } finally {
      log.push("ended");
    }
  };
}

test("yields the values of all streams, and ends them with the reader", async () => {
  const log: string[] = [];
  const both = together([stream(log, "a", "b"), stream(log, "x")], undefined);
  const said = [await both.next(), await both.next(), await both.next()].map(({ value }) => value);
  expect(new Set(said)).toEqual(new Set(["a", "b", "x"]));
  await both.return(undefined);
  expect(log).toEqual(["ended", "ended"]);
});

test("a stream waits until its value was consumed", async () => {
  const log: string[] = [];
  async function* counted() {
    for (let n = 0; ; n += 1) {
      log.push(String(n));
      yield n;
    }
  }
  const one = together([counted], undefined);
  await one.next();
  await one.next();
  expect(log.length).toBeLessThan(5);
  await one.return(undefined);
});

test("ends all streams with the signal, or when one fails", async () => {
  const log: string[] = [];
  const ended = new AbortController();
  const both = together([stream(log), stream(log)], ended.signal);
  const next = both.next();
  ended.abort();
  expect((await next).done).toBe(true);
  expect(log).toEqual(["ended", "ended"]);
  // oxlint-disable-next-line require-yield -- it stands for a stream that fails before its first value
  async function* failing(): AsyncGenerator<string> {
    throw new Error("broken");
  }
  await expect(together([stream(log), failing], undefined).next()).rejects.toThrow("broken");
  expect(log).toHaveLength(3);
});
