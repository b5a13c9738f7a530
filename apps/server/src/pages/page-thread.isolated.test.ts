import { once } from "node:events";
import { AppFailure } from "@tidemark/core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { watchThreads } from "../../tests/watch-started.ts";
import { renderInThread } from "./page-thread.ts";

// Before the first page, since a timer set by the real clock can't be cleared by the fake one.
beforeAll(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterAll(() => void vi.useRealTimers());

const job = {
  content: "# a",
  files: [],
  links: { origin: "", token: "T", tags: null },
  language: "en",
} as const;

test("pages wait for their thread, up to a limit", async () => {
  const asked = await Promise.allSettled(
    Array.from({ length: 40 }, (_, at) => renderInThread(job, `m ${at}`)),
  );
  const refused = asked.filter((each) => each.status === "rejected");
  expect(refused).toHaveLength(8);
  for (const { reason } of refused) {
    expect(reason).toBeInstanceOf(AppFailure);
    expect((reason as AppFailure).error.code).toBe("RESOURCE_EXHAUSTED");
  }
  const set = asked.flatMap((each) => (each.status === "fulfilled" ? [each.value?.html] : []));
  expect(new Set(set)).toEqual(new Set(["<h1>a</h1>\n"]));
  expect((await renderInThread(job, "m"))?.html).toBe("<h1>a</h1>\n");
});

test("an idle thread ends, and the next page starts another", async () => {
  const started = watchThreads();
  // The thread of the previous test.
  await renderInThread(job, "first");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(started).toEqual([]);
  const both = [renderInThread(job, "second"), renderInThread(job, "third")];
  expect((await Promise.all(both)).map((set) => set?.html)).toEqual([
    "<h1>a</h1>\n",
    "<h1>a</h1>\n",
  ]);
  const [thread] = started;
  expect(started).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(thread?.threadId).toBeGreaterThan(0);
  const ended = thread && once(thread, "exit");
  await vi.advanceTimersByTimeAsync(20_000);
  await ended;
  expect((await renderInThread(job, "fourth"))?.html).toBe("<h1>a</h1>\n");
  expect(started).toHaveLength(2);
});
