import { expect, test } from "vitest";
import { coalesce } from "./coalesce.ts";

test("settles every call with a run that began after it, one run at a time", async () => {
  const gates: PromiseWithResolvers<void>[] = [];
  const run = coalesce(() => {
    const gate = Promise.withResolvers<void>();
    gates.push(gate);
    return gate.promise;
  });
  const ended: string[] = [];
  const first = run().then(() => ended.push("first"));
  const later = [run(), run()].map((each, n) => each.then(() => ended.push(`later ${n}`)));
  expect(gates).toHaveLength(1);
  gates[0]?.resolve();
  await first;
  expect(ended).toEqual(["first"]);
  await expect.poll(() => gates.length).toBe(2);
  gates[1]?.resolve();
  await Promise.all(later);
  expect(ended).toEqual(["first", "later 0", "later 1"]);
  expect(gates).toHaveLength(2);
});

test("runs again for callers that wait after a failed run", async () => {
  let runs = 0;
  const run = coalesce(async () => {
    runs += 1;
    await Promise.resolve();
    if (runs === 1) throw new Error("first");
  });
  const [first, second] = [run(), run()];
  await expect(first).rejects.toThrow("first");
  await second;
  expect(runs).toBe(2);
});
