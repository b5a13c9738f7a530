import { describe, expect, test } from "vitest";
import { hostileFilter, hostileRow } from "../../tests/hostile-memos.ts";
import { memoRow, saveRow, tempDatabase } from "../../tests/temp-database.ts";
import { FilterTimeoutError } from "@tidemark/core";
import type { ExecutionMode } from "../memo-list/execution-mode.ts";
import { createMemoReader } from "../stores/shared/memo-reader.ts";
import type { ListAnswer, ListJob, ListMethod } from "../memo-list/list-placing.ts";
import type { ListWorkers } from "./list-workers.ts";
import { placeLists } from "./place-lists.ts";
import { openSqliteConnection } from "../../tests/engine.ts";
import { listQueryOf } from "../../tests/list-query.ts";

/** Creates a placing over workers that record their calls and answer -1. */
function placing() {
  const connection = openSqliteConnection({ file: ":memory:", readonly: false });
  const asked: ListMethod[] = [];
  const workers: ListWorkers = {
    run: async <M extends ListMethod>({ method }: ListJob<M>) => {
      asked.push(method);
      return -1 as unknown as ListAnswer<M>;
    },
    begin: () => {},
    endIdle: async () => undefined,
    close: async () => undefined,
  };
  const placed = placeLists(connection, { whileAway: (work) => work() }, workers);
  return { connection, asked, placed, [Symbol.dispose]: () => connection.close() };
}

const job: ListJob<"count"> = { method: "count", query: listQueryOf("pinned") };

/** Visits a number of rows, with a step check at each. */
function visiting(connection: ReturnType<typeof placing>["connection"], rows: number) {
  const sql = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
    SELECT count(*) AS visited FROM n WHERE tidemark_step(i) = 1`;
  return async () => connection.all<{ visited: number }>(sql)[0]?.visited ?? 0;
}

// The time-out is for slow machines only.
describe("F21 · execution of a list", () => {
  test("runs here to the end, whatever it takes", async () => {
    using one = placing();
    const rows = 1_000_000;
    expect(await one.placed.run("here", job, visiting(one.connection, rows))).toBe(rows);
    expect(one.asked).toEqual([]);
  });

  test("runs on a worker without being tried here", async () => {
    using one = placing();
    const here = async (): Promise<number> => {
      throw new Error("was tried here");
    };
    expect(await one.placed.run("worker", job, here)).toBe(-1);
    expect(one.asked).toEqual(["count"]);
  });

  test("runs here while it is short, then moves to a worker, and lifts the limit", async () => {
    using one = placing();
    const { connection, placed } = one;
    expect(await placed.run("stepped", job, async () => 10)).toBe(10);
    expect(one.asked).toEqual([]);
    const long = visiting(connection, 100_000_000);
    expect(await placed.run("stepped", job, long)).toBe(-1);
    expect(one.asked).toEqual(["count"]);
    expect(await visiting(connection, 1_000_000)()).toBe(1_000_000);
  });

  test("moves to a worker if planning visits rows for too long", async () => {
    using one = placing();
    const { connection, placed } = one;
    expect(await placed.choosing(visiting(connection, 10))).toBe(10);
    expect(await placed.choosing(visiting(connection, 100_000_000))).toBeNull();
    expect(await visiting(connection, 1_000_000)()).toBe(1_000_000);
    const broken = async () => connection.all("SELECT 1 FROM nowhere");
    await expect(placed.choosing(broken)).rejects.toThrow("nowhere");
  });

  test("another error does not move a list", async () => {
    using one = placing();
    const broken = async (): Promise<number> => one.connection.all("SELECT 1 FROM nowhere").length;
    await expect(one.placed.run("stepped", job, broken)).rejects.toThrow("nowhere");
    expect(one.asked).toEqual([]);
  });
});

// The time-out is for slow machines only.
describe("a database with lists on other threads", () => {
  test("reads and writes beside more lists than it has readers, and closes at once", async () => {
    const open = await tempDatabase();
    await open.database.write(async (stores) => {
      for (let n = 0; n < 150; n += 1) await saveRow(stores, hostileRow(n));
    });
    const settled: string[] = [];
    const slow = Array.from({ length: 9 }, () =>
      open.database
        .read(({ memos }) => memos.list(listQueryOf(hostileFilter)))
        .catch((error: unknown) => settled.push(String(error))),
    );
    await open.database.write((stores) => saveRow(stores, memoRow("plain", { pinned: true })));
    const pinned = await open.database.read(({ memos }) => memos.list(listQueryOf("pinned")));
    expect(pinned.map(({ id }) => id)).toEqual(["plain"]);
    expect(settled).toEqual([]);
    await open[Symbol.asyncDispose]();
    await Promise.all(slow);
    expect(settled).toHaveLength(9);
    expect(new Set(settled)).toEqual(new Set(["Error: the database is closed"]));
  });

  test("a list that is not planned in time runs on a thread, with the same result", async () => {
    await using open = await tempDatabase();
    await open.database.write(async (stores) => {
      for (let n = 0; n < 20; n += 1)
        await saveRow(stores, memoRow(`m${n}`, { content: `ebb ${n}` }));
    });
    const connection = openSqliteConnection({ file: open.file, readonly: true });
    const places: ExecutionMode[] = [];
    const reader = createMemoReader(connection.kysely, {
      run: (place, _job, here) => {
        places.push(place);
        return here();
      },
      choosing: async () => null,
    });
    const query = listQueryOf('content.contains("ebb 1")');
    try {
      expect(await reader.list(query)).toHaveLength(10);
      expect(await reader.count(query)).toBe(11);
      expect(await reader.count({ ...query, atMost: 5 })).toBe(5);
      expect(places).toEqual(["worker", "worker", "worker"]);
      await expect(reader.explain(query)).rejects.toThrow(FilterTimeoutError);
    } finally {
      connection.close();
    }
  });

  test("concurrent lists and writes do not affect each other", async () => {
    await using open = await tempDatabase();
    await open.database.write(async (stores) => {
      for (let n = 0; n < 80; n += 1) {
        await saveRow(stores, memoRow(`m${n}`, { content: `note ${n}` }));
      }
    });
    const cel = 'content.matches("^note 7")';
    const lists = Array.from({ length: 12 }, () =>
      open.database.read(({ memos }) => memos.list({ ...listQueryOf(cel), limit: 50 })),
    );
    for (const list of await Promise.all(lists)) expect(list).toHaveLength(11);
    const written = await open.database.write(async (stores) => {
      await saveRow(stores, memoRow("own", { content: "note 7 of this write" }));
      return stores.memos.list({ ...listQueryOf(cel), limit: 50 });
    });
    expect(written).toHaveLength(12);
  });
});
