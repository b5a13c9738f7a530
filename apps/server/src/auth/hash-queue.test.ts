import { AppFailure } from "@tidemark/core";
import { expect, test } from "vitest";
import { createHashQueue } from "./hash-queue.ts";

/** Returns work that runs until the test ends it. */
function heldWork() {
  const held: PromiseWithResolvers<string>[] = [];
  return {
    held,
    async run(): Promise<string> {
      const one = Promise.withResolvers<string>();
      held.push(one);
      return one.promise;
    },
  };
}

const codeOf = (error: unknown): unknown => (error instanceof AppFailure ? error.error : error);

test("runs two hashes at once, queues a few, and refuses the rest at once", async () => {
  const queue = createHashQueue({ atOnce: 2, maxWaiting: 3 });
  const work = heldWork();
  const runs = [1, 2, 3, 4, 5].map(() => queue.run(() => work.run()));
  const refused = await queue.run(() => work.run()).catch(codeOf);
  expect(refused).toMatchObject({ code: "RESOURCE_EXHAUSTED", retryAfterMs: 2000 });
  expect(work.held).toHaveLength(2);

  // Each that ends, successfully or not, starts a waiting one.
  work.held[0]?.resolve("first");
  expect(await runs[0]).toBe("first");
  work.held[1]?.reject(new Error("second"));
  await expect(runs[1]).rejects.toThrow("second");
  expect(work.held).toHaveLength(4);
  work.held[2]?.resolve("third");
  await runs[2];
  work.held[3]?.resolve("fourth");
  await runs[3];
  work.held[4]?.resolve("fifth");
  expect(await runs[4]).toBe("fifth");

  const later = [queue.run(() => work.run()), queue.run(() => work.run())];
  await new Promise((resolve) => setImmediate(resolve));
  expect(work.held).toHaveLength(7);
  for (const each of work.held) each.resolve("later");
  expect(await Promise.all(later)).toEqual(["later", "later"]);
});
