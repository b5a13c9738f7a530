import { expect, test } from "vitest";
import { createLatest } from "./latest.ts";

/** Creates pauses that the test ends. */
function heldPauses() {
  const held: (() => void)[] = [];
  return {
    held,
    after(_ms: number, then: () => void) {
      held.push(then);
      return () => {};
    },
    end: () => held.splice(0).forEach((then) => then()),
  };
}

test("V2 · yields changes during a pause once, with the latest value", async () => {
  const pauses = heldPauses();
  const latest = createLatest(100, pauses.after);
  let value = 1;
  const stream = latest.stream(() => value, undefined);
  expect((await stream.next()).value).toBe(1);
  const next = stream.next();
  for (value = 2; value < 5; value += 1) latest.changed();
  pauses.end();
  expect((await next).value).toBe(5);
  await stream.return(undefined);
});

test("V2 · yields nothing without changes, and ends on abort", async () => {
  const ended = new AbortController();
  const latest = createLatest(0, (_ms, then) => {
    then();
    return () => {};
  });
  const stream = latest.stream(() => "x", ended.signal);
  await stream.next();
  const next = stream.next();
  ended.abort();
  expect((await next).done).toBe(true);
});

test("V2 · ends on abort during a pause too", async () => {
  const ended = new AbortController();
  const latest = createLatest(100, () => () => {});
  const stream = latest.stream(() => "x", ended.signal);
  await stream.next();
  const next = stream.next();
  ended.abort();
  expect((await next).done).toBe(true);
});
