import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mutants } from "./all-mutants.ts";
import type { PinnedAnswer } from "./pinned-worker.ts";

const names = mutants.map(({ name }) => name);

describe("the simulation finds each known bug of the protocol", () => {
  let thread: Worker;
  let ended: Promise<unknown>;
  beforeAll(() => {
    // A test runner has a loader of its own: the bugs are planted where Node's loads the product.
    thread = new Worker(new URL("./pinned-worker.ts", import.meta.url));
    ended = once(thread, "exit");
  });
  afterAll(() => thread.terminate());

  test.each(names)("%s: its schedule breaks a law, and none without it", async (name) => {
    thread.postMessage(name);
    const [answer] = (await Promise.race([once(thread, "message"), ended])) as [PinnedAnswer];
    expect(answer.planted).toEqual({ law: answer.claimed, message: expect.any(String) });
    expect(answer.sound).toEqual({ law: null, message: null });
  });

  test("each pinned schedule is of a bug that is known", () => {
    const scripts = readdirSync(join(import.meta.dirname, "../planted"));
    expect(scripts.toSorted()).toEqual(names.map((name) => `${name}.json`).toSorted());
  });
});
