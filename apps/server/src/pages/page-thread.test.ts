import { AppFailure } from "@tidemark/core";
import { expect, test } from "vitest";
import { setInThread } from "./page-thread.ts";

const job = { content: "# a", files: [], token: "T", language: "en" } as const;

test("pages wait for their thread, and no more of them than it gets through soon", async () => {
  const asked = await Promise.allSettled(
    Array.from({ length: 40 }, (_, at) => setInThread(job, `m ${at}`)),
  );
  const refused = asked.filter((each) => each.status === "rejected");
  expect(refused).toHaveLength(8);
  for (const { reason } of refused) {
    expect(reason).toBeInstanceOf(AppFailure);
    expect((reason as AppFailure).error.code).toBe("RESOURCE_EXHAUSTED");
  }
  const set = asked.flatMap((each) => (each.status === "fulfilled" ? [each.value?.html] : []));
  expect(new Set(set)).toEqual(new Set(["<h1>a</h1>\n"]));
  expect((await setInThread(job, "m"))?.html).toBe("<h1>a</h1>\n");
});
