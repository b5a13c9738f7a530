import { setTimeout } from "node:timers/promises";
import { StorageError } from "@tidemark/core";
import { Client } from "pg";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ask } from "../../../scripts/postgres/ask.ts";
import { openPostgresProxy, type PostgresProxy } from "../../../scripts/postgres/postgres-proxy.ts";
import { tempPostgresSchema } from "../tests/postgres-database.ts";
import { memoRow, saveRow } from "../../db/tests/temp-database.ts";
import type { OpenServerDatabase } from "@tidemark/db";
import { openPostgres } from "./open-postgres.ts";

/** Creates a database behind a proxy that can fall silent. */
async function behindProxy(): Promise<{ url: string; proxy: PostgresProxy } & AsyncDisposable> {
  const temp = await tempPostgresSchema();
  const proxy = await openPostgresProxy(Number(new URL(temp.url).port));
  return {
    url: proxy.through(temp.url),
    proxy,
    [Symbol.asyncDispose]: async () => {
      await proxy[Symbol.asyncDispose]();
      await temp[Symbol.asyncDispose]();
    },
  };
}

/** Opens it with idle connections in every pool. */
async function openWarm(url: string): Promise<OpenServerDatabase> {
  const open = await openPostgres({ url, onListenerError: () => undefined });
  const read = (): Promise<number> => open.database.read(({ meta }) => meta.headSeq());
  await Promise.all(Array.from({ length: 6 }, read));
  await open.database.write((stores) => saveRow(stores, memoRow("kept")));
  await open.signals.catchUp();
  return open;
}

const patient = { timeout: 40_000, interval: 100 };

/** Stops every deadline of the driver and the product that starts from now on. */
const stopDeadlines = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
afterEach(() => void vi.useRealTimers());

// The tests wait for deadlines, so they run concurrently.
describe.concurrent("a database whose host falls silent", () => {
  test("fails catchUp quickly, and works again when the host does", async () => {
    await using behind = await behindProxy();
    await using open = await openWarm(behind.url);
    behind.proxy.fallSilent();
    for (let n = 0; n < 3; n += 1) {
      await expect(open.signals.catchUp()).rejects.toMatchObject({ fault: "unreachable" });
    }
    behind.proxy.speakAgain();
    await vi.waitFor(() => open.signals.catchUp(), patient);
    // No connection from before is lent again.
    const found = await Promise.all(
      Array.from({ length: 8 }, () => open.database.read(({ memos }) => memos.find("kept"))),
    );
    for (const memo of found) expect(memo?.id).toBe("kept");
    await open.database.write((stores) => saveRow(stores, memoRow("later")));
  });

  test("ends pending work as soon as another connection is answered", async () => {
    await using behind = await behindProxy();
    await using open = await openWarm(behind.url);
    const { database, signals } = open;
    const fallen = Promise.withResolvers<void>();
    const reading = database.read(async ({ meta }) => {
      await fallen.promise;
      return meta.headSeq();
    });
    const writing = database.write(async (stores) => {
      await stores.meta.headSeq();
      behind.proxy.fallSilent();
      fallen.resolve();
      await saveRow(stores, memoRow("lost"));
    });
    const outcomes = Promise.allSettled([reading, writing]);
    await fallen.promise;
    await expect(signals.catchUp()).rejects.toThrow(StorageError);
    behind.proxy.speakAgain();
    await vi.waitFor(() => signals.catchUp(), patient);
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({ status: "rejected", reason: { fault: "unreachable" } });
    }
    // PostgreSQL releases the lock of the interrupted transaction.
    await vi.waitFor(() => database.write((stores) => saveRow(stores, memoRow("next"))), patient);
    const found = await database.read(({ memos }) => memos.findMany(["kept", "lost", "next"]));
    expect(found.map(({ id }) => id).toSorted()).toEqual(["kept", "next"]);
  });
});

describe("a database that is cut", () => {
  test("rejects running and later work, and closes", async () => {
    await using behind = await behindProxy();
    const open = await openWarm(behind.url);
    stopDeadlines();
    const { database, signals, limits } = open;
    const reading = database.read(async ({ meta }) => {
      behind.proxy.fallSilent();
      return meta.headSeq();
    });
    const writing = database.write(({ meta }) => meta.nextSeq());
    const looking = signals.catchUp();
    const counting = limits?.removeOver();
    const outcomes = Promise.allSettled([reading, writing, looking, counting]);
    await setTimeout(50);
    open.cut?.();
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({ status: "rejected", reason: { fault: "unreachable" } });
    }
    await expect(database.read(({ meta }) => meta.headSeq())).rejects.toThrow(StorageError);
    await expect(database.write(({ meta }) => meta.nextSeq())).rejects.toThrow(StorageError);
    await open.close();
  });

  test("cancels opening when stopping is aborted", async () => {
    await using behind = await behindProxy();
    await (await openWarm(behind.url)).close();
    // Another process migrates the schema.
    await using other = Object.assign(new Client({ connectionString: behind.url }), {
      [Symbol.asyncDispose]: (): Promise<void> => other.end(),
    });
    await other.connect();
    await other.query("BEGIN; SELECT FROM meta FOR UPDATE");
    const stopping = new AbortController();
    const { signal } = stopping;
    const opening = openPostgres({ url: behind.url, stopping: signal });
    opening.catch(() => undefined);
    await vi.waitFor(async () => {
      const waiting = await ask(
        behind.url,
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      expect(waiting).toHaveLength(1);
    });
    stopping.abort();
    await expect(opening).rejects.toThrow("isn't responding");
    await other.query("ROLLBACK");

    // Aborts at different moments.
    for (let n = 0; n < 15; n += 1) {
      const later = new AbortController();
      const begun = openPostgres({ url: behind.url, stopping: later.signal });
      begun.catch(() => undefined);
      await setTimeout((n % 15) * 5);
      later.abort();
      const outcome = await begun.then(
        (open) => open.close().then(() => "opened"),
        () => "ended",
      );
      expect(["opened", "ended"]).toContain(outcome);
    }
  });
});

describe("the driver's deadline", () => {
  test("ends the connection, so no later statement gets another's answer", async () => {
    await using temp = await tempPostgresSchema();
    await using other = Object.assign(new Client({ connectionString: temp.url }), {
      [Symbol.asyncDispose]: (): Promise<void> => other.end(),
    });
    await other.connect();
    await other.query("SELECT pg_advisory_lock(1)");
    const client = new Client({ connectionString: temp.url, pipeline: true, query_timeout: 300 });
    client.on("error", () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    const late = client.query("SELECT 'late' AS answer, pg_advisory_lock(1)");
    const behind = client.query({ text: "SELECT 'behind' AS answer", name: "behind" });
    await expect(late).rejects.toThrow("Query read timeout");
    await expect(behind).rejects.toThrow(/^(Query read timeout|Connection terminated)/);
    // The late answer is sent now, and its connection ends.
    await other.query("SELECT pg_advisory_unlock(1)");
    await vi.waitFor(async () => {
      const sql = `SELECT FROM pg_stat_activity WHERE pid = ${rows[0]?.pid}`;
      expect((await other.query(sql)).rowCount).toBe(0);
    });
    await expect(client.query("SELECT 1")).rejects.toThrow("not queryable");
    await client.end();
  });
});
