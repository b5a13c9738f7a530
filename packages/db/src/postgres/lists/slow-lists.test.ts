import { FilterTimeoutError } from "@tidemark/core";
import { describe, expect, test } from "vitest";
import { isPostgres } from "../../../tests/engine.ts";
import { hostileRow } from "../../../tests/hostile-memos.ts";
import { tempPostgresDatabase } from "../../../tests/postgres-database.ts";
import { memoRow, saveRow } from "../../../tests/temp-database.ts";
import { openPool } from "../connection/client-pool.ts";
import { waysToConnect } from "../connection/postgres-config.ts";
import { createPlaces } from "./places.ts";
import { createSlowLists, maxLongReads, maxSlowLists } from "./slow-lists.ts";
import { listQueryOf } from "../../../tests/list-query.ts";

async function filled(count: number) {
  const open = await tempPostgresDatabase();
  await open.database.write(async (stores) => {
    for (let n = 0; n < count; n += 1) await saveRow(stores, hostileRow(n));
    await saveRow(stores, memoRow("plain", { pinned: true, content: "plain" }));
  });
  return open;
}

async function slowListsOf(url: string, limits: { deadlineMs?: number; waitMs?: number } = {}) {
  const [config] = waysToConnect(`${url}?sslmode=disable`);
  const pool = openPool({ ...config, max: maxSlowLists }, () => undefined);
  return { slow: createSlowLists(pool, limits), [Symbol.asyncDispose]: () => pool.close() };
}

// The time-out is for slow machines only.
describe.runIf(isPostgres)("F21 · lists on connections of their own", { timeout: 60_000 }, () => {
  test("give what the reader itself gives, of whatever was committed before", async () => {
    await using open = await filled(5);
    await using held = await slowListsOf(open.url);
    const query = listQueryOf('content.matches("plain|late")');
    const listed = await open.database.read(({ memos }) => memos.list(query));
    expect(listed.map(({ id }) => id)).toEqual(["plain"]);
    expect((await held.slow.run({ method: "list", query })).memos).toEqual(listed);
    await open.database.write((stores) => saveRow(stores, memoRow("late", { content: "late" })));
    expect(await held.slow.run({ method: "count", query })).toBe(2);
  });

  test("are given up past the deadline, and the next list is answered", async () => {
    await using open = await filled(150);
    await using late = await slowListsOf(open.url, { deadlineMs: 1 });
    const count = { method: "count", query: listQueryOf('content.contains("ſ%nowhere")') } as const;
    await expect(late.slow.run(count)).rejects.toThrow(FilterTimeoutError);
    await using held = await slowListsOf(open.url);
    expect(await held.slow.run(count)).toBe(0);
  });

  test("are refused where more wait than ever get their turn, or none gets it in time", async () => {
    await using open = await filled(1);
    await using held = await slowListsOf(open.url, { waitMs: 1 });
    const outcomes = await Promise.allSettled(
      Array.from({ length: maxLongReads + 3 }, () =>
        held.slow.run({ method: "count", query: listQueryOf('content.matches("plain")') }),
      ),
    );
    expect(outcomes.slice(0, maxSlowLists)).toEqual(
      Array.from({ length: maxSlowLists }, () => ({ status: "fulfilled", value: 1 })),
    );
    expect(outcomes.at(-1)).toMatchObject({ status: "rejected", reason: { reason: "busy" } });
    expect(outcomes.filter(({ status }) => status === "rejected").length).toBeGreaterThanOrEqual(3);
  });

  test("leave readers to others, more of them than there are readers", async () => {
    await using open = await filled(40);
    const slow = Array.from({ length: maxLongReads }, () =>
      open.database.read(({ memos }) => memos.list(listQueryOf('content.matches("(plain)")'))),
    );
    const pinned = await open.database.read(({ memos }) => memos.list(listQueryOf("pinned")));
    expect(pinned.map(({ id }) => id)).toEqual(["plain"]);
    for (const found of await Promise.all(slow))
      expect(found.map(({ id }) => id)).toEqual(["plain"]);
  });
});

describe("places", () => {
  test("are given in the order of asking, and only as many as there are", async () => {
    const places = createPlaces(2);
    const [first, second] = [await places.take(), await places.take()];
    const got: string[] = [];
    const third = places.take().then(() => got.push("third"));
    const fourth = places.take().then(() => got.push("fourth"));
    expect(await places.take(1)).toBeNull();
    expect(got).toEqual([]);
    second?.free();
    await third;
    expect(got).toEqual(["third"]);
    first?.free();
    await fourth;
    expect(got).toEqual(["third", "fourth"]);
  });
});
