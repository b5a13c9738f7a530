import { FilterTimeoutError } from "@tidemark/core";
import { describe, expect, test } from "vitest";
import { hostileFilter, hostileRow } from "../../../tests/hostile-memos.ts";
import { memoRow, saveRow, tempDatabase } from "../../../tests/temp-database.ts";
import { createListWorkers } from "./list-workers.ts";
import { listQueryOf } from "../../../tests/list-query.ts";

/** Creates enough text for a hostile pattern to run far longer than any deadline here. */
async function hostileMemos(count: number) {
  const open = await tempDatabase();
  await open.database.write(async (stores) => {
    for (let n = 0; n < count; n += 1) {
      await saveRow(stores, hostileRow(n));
    }
  });
  return open;
}
async function workersOf(file: string, limits: { deadlineMs?: number; waitMs?: number } = {}) {
  const workers = createListWorkers({
    file,
    size: 1,
    deadlineMs: 20_000,
    waitMs: 20_000,
    ...limits,
  });
  return { workers, [Symbol.asyncDispose]: () => workers.close() };
}

// The time-out is for slow machines only.
describe("F21 · list workers", () => {
  test("start ahead of the first list, once, and not after closing", async () => {
    await using open = await hostileMemos(1);
    await using held = await workersOf(open.file);
    const started = (): number =>
      process.getActiveResourcesInfo().filter((each) => each === "MessagePort").length;
    const before = started();
    held.workers.begin();
    held.workers.begin();
    expect(started()).toBe(before + 1);
    const query = listQueryOf('content.matches("nowhere")');
    expect((await held.workers.run({ method: "list", query })).memos).toEqual([]);
    await held.workers.close();
    held.workers.begin();
    await new Promise((resolve) => setImmediate(resolve));
    expect(started()).toBe(before);
  });

  test("end while idle, and start again with the next list", async () => {
    await using open = await hostileMemos(1);
    await using held = await workersOf(open.file);
    const query = listQueryOf('content.matches("nowhere")');
    const started = (): number =>
      process.getActiveResourcesInfo().filter((each) => each === "MessagePort").length;
    const before = started();
    const running = held.workers.run({ method: "list", query });
    await held.workers.endIdle();
    expect((await running).memos).toEqual([]);
    await held.workers.endIdle();
    expect(started()).toBe(before);
    expect((await held.workers.run({ method: "list", query })).memos).toEqual([]);
  });

  test("give the same result as the reader, including dates and empty lists", async () => {
    await using open = await hostileMemos(20);
    await using held = await workersOf(open.file);
    for (const cel of ['content.matches("[37]$")', 'space == null && content.contains("1")']) {
      const query = listQueryOf(cel);
      const { memos: found } = await held.workers.run({ method: "list", query });
      expect(found.length).toBeGreaterThan(0);
      expect(found).toEqual(await open.database.read(({ memos }) => memos.list(query)));
    }
    const none = listQueryOf('content.matches("nowhere")');
    expect(await held.workers.run({ method: "list", query: none })).toEqual({
      places: [],
      memos: [],
    });
    expect(await held.workers.run({ method: "count", query: none })).toBe(0);
  });

  test("see everything committed before the call", async () => {
    await using open = await hostileMemos(1);
    await using held = await workersOf(open.file);
    const query = listQueryOf('content.matches("^late")');
    expect(await held.workers.run({ method: "count", query })).toBe(0);
    await open.database.write((stores) => saveRow(stores, memoRow("late", { content: "late" })));
    expect(await held.workers.run({ method: "count", query })).toBe(1);
  });

  test("are terminated past the deadline, and the next list succeeds", async () => {
    await using open = await hostileMemos(150);
    await using held = await workersOf(open.file, { deadlineMs: 200 });
    const run = (cel: string) => held.workers.run({ method: "list", query: listQueryOf(cel) });
    await expect(run(hostileFilter)).rejects.toThrow(FilterTimeoutError);
    expect((await run("pinned || has_link")).memos).toEqual([]);
  });

  test("a list that gets no thread in time is refused as busy", async () => {
    await using open = await hostileMemos(1);
    // No thread starts within a millisecond.
    await using held = await workersOf(open.file, { waitMs: 1 });
    const asked = held.workers.run({ method: "list", query: listQueryOf("pinned") });
    await expect(asked).rejects.toMatchObject({ type: "filter-timeout", reason: "busy" });
  });

  test("the number of waiting lists is limited", async () => {
    await using open = await hostileMemos(1);
    const { workers } = await workersOf(open.file);
    const asked = Array.from({ length: 70 }, () =>
      workers
        .run({ method: "count", query: listQueryOf("pinned") })
        .catch((error: unknown) => error),
    );
    await workers.close();
    const busy = expect.objectContaining({ reason: "busy" });
    const closed = expect.objectContaining({ message: "the database is closed" });
    expect(await Promise.all(asked)).toEqual([
      ...Array.from({ length: 64 }, () => closed),
      ...Array.from({ length: 6 }, () => busy),
    ]);
  });

  test("end when they are closed, and pending lists reject", async () => {
    await using open = await hostileMemos(150);
    const { workers } = await workersOf(open.file);
    const asked = workers.run({ method: "list", query: listQueryOf(hostileFilter) });
    const waiting = workers.run({ method: "list", query: listQueryOf(hostileFilter) });
    const outcomes = Promise.allSettled([asked, waiting]);
    await workers.close();
    expect((await outcomes).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await expect(workers.run({ method: "list", query: listQueryOf("pinned") })).rejects.toThrow(
      "closed",
    );
  });

  test("a thread that cannot open the database rejects with the reason", async () => {
    await using open = await tempDatabase();
    await using held = await workersOf(`${open.file}.missing`);
    const asked = held.workers.run({ method: "list", query: listQueryOf("pinned") });
    await expect(asked).rejects.toThrow(/unable to open/);
  });
});
