import { expect, test } from "vitest";
import { SerialQueue } from "./serial-queue.ts";

test("runs one task at a time, in order, even after a failed one", async () => {
  const queue = new SerialQueue();
  const events: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = queue.run(async () => {
    events.push("first begins");
    await gate.promise;
    events.push("first fails");
    throw new Error("first");
  });
  const second = queue.run(async () => {
    events.push("second");
    return 2;
  });
  expect(queue.size).toBe(2);
  const idle = queue.idle().then(() => events.push("idle"));
  gate.resolve();
  await expect(first).rejects.toThrow("first");
  expect(await second).toBe(2);
  await idle;
  expect(queue.size).toBe(0);
  expect(events).toEqual(["first begins", "first fails", "second", "idle"]);
});

test("counts a task that throws at once as failed", async () => {
  const queue = new SerialQueue();
  const failed = queue.run(() => {
    throw new Error("at once");
  });
  await expect(failed).rejects.toThrow("at once");
  expect(queue.size).toBe(0);
  expect(await queue.run(async () => "next")).toBe("next");
});
