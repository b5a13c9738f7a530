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
    // Vitest has its own loader; the bugs are planted where Node's loader loads the product.
    thread = new Worker(new URL("./pinned-worker.ts", import.meta.url));
    ended = once(thread, "exit");
  });
  afterAll(() => thread.terminate());

  test.each(names)("%s: its schedule breaks a law only with the bug", async (name) => {
    thread.postMessage(name);
    const [answer] = (await Promise.race([once(thread, "message"), ended])) as [PinnedAnswer];
    expect(answer.planted).toEqual({ law: answer.claimed, message: expect.any(String) });
    expect(answer.sound).toEqual({ law: null, message: null });
  });

  test("each pinned schedule belongs to a known bug", () => {
    const scripts = readdirSync(join(import.meta.dirname, "../planted"));
    expect(scripts.toSorted()).toEqual(names.map((name) => `${name}.json`).toSorted());
  });
});
