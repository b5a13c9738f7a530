import { expect, test } from "vitest";
import { KeyedLock } from "./keyed-lock.ts";

test("runs tasks of one key in order, even after a failed one, and other keys concurrently", async () => {
  const lock = new KeyedLock();
  const events: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = lock.run("a", async () => {
    events.push("first begins");
    await gate.promise;
    events.push("first fails");
    throw new Error("first");
  });
  const second = lock.run("a", async () => {
    events.push("second");
    return 2;
  });
  await lock.run("b", async () => {
    events.push("other");
  });
  gate.resolve();
  await expect(first).rejects.toThrow("first");
  expect(await second).toBe(2);
  expect(events).toEqual(["first begins", "other", "first fails", "second"]);
});

test("never runs two tasks of one key at once while others end and are added", async () => {
  const lock = new KeyedLock();
  let running = 0;
  const task = async (): Promise<void> => {
    running += 1;
    expect(running).toBe(1);
    await Promise.resolve();
    running -= 1;
  };
  const chain = async (): Promise<void> => {
    for (let n = 0; n < 20; n += 1) await lock.run("a", task);
  };
  await Promise.all([chain(), chain(), chain()]);
  expect(running).toBe(0);
});
