import { setImmediate } from "node:timers/promises";
import { FilterTimeoutError, StorageError } from "@tidemark/core";
import { describe, expect, test, vi } from "vitest";
import { hostileRow } from "../../../db/tests/hostile-memos.ts";
import { tempPostgresDatabase } from "../../tests/postgres-database.ts";
import { memoRow, saveRow } from "../../../db/tests/temp-database.ts";
import { openPool } from "../connection/client-pool.ts";
import { createWriteGates } from "../write-gate.ts";
import { connectPostgres } from "../connection/connect-postgres.ts";
import { createPostgresConnection } from "../connection/postgres-connection.ts";
import { createReadStores, type ReadLease, type AllReadStores } from "@tidemark/db/engine";
import { waysToConnect } from "../connection/postgres-config.ts";
import { createPostgresTransactions } from "../postgres-transactions.ts";
import { createSlowLists, maxLongReads, maxSlowLists, placeSlowLists } from "./slow-lists.ts";
import { listQueryOf } from "../../../db/tests/list-query.ts";

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

/** Returns transactions that only read. */
function readsOf(url: string) {
  const [config] = waysToConnect(`${url}?sslmode=disable`);
  const transactions = createPostgresTransactions(config ?? { pipeline: true }, {
    toWriter: () => {
      throw new Error("nothing is written");
    },
    onLost: () => undefined,
    onReader: () => undefined,
    gates: createWriteGates(),
  });
  return { ...transactions, [Symbol.asyncDispose]: () => transactions.drain() };
}

describe("F21 · lists on separate connections", () => {
  test("give the same result as the reader, with everything committed before", async () => {
    await using open = await filled(5);
    await using held = await slowListsOf(open.url);
    const query = listQueryOf('content.matches("plain|late")');
    const listed = await open.database.read(({ memos }) => memos.list(query));
    expect(listed.map(({ id }) => id)).toEqual(["plain"]);
    expect((await held.slow.run({ method: "list", query })).memos).toEqual(listed);
    await open.database.write((stores) => saveRow(stores, memoRow("late", { content: "late" })));
    expect(await held.slow.run({ method: "count", query })).toBe(2);
  });

  test("are aborted past the deadline, and the next list succeeds", async () => {
    await using open = await filled(150);
    await using late = await slowListsOf(open.url, { deadlineMs: 1 });
    const count = { method: "count", query: listQueryOf('content.contains("ſ%nowhere")') } as const;
    await expect(late.slow.run(count)).rejects.toThrow(FilterTimeoutError);
    await using held = await slowListsOf(open.url);
    expect(await held.slow.run(count)).toBe(0);
  });

  test("are refused if too many wait, or none gets a slot in time", async () => {
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

  test("leave readers free for others, even if more lists run than there are readers", async () => {
    await using open = await filled(40);
    const slow = Array.from({ length: maxLongReads }, () =>
      open.database.read(({ memos }) => memos.list(listQueryOf('content.matches("(plain)")'))),
    );
    const pinned = await open.database.read(({ memos }) => memos.list(listQueryOf("pinned")));
    expect(pinned.map(({ id }) => id)).toEqual(["plain"]);
    for (const found of await Promise.all(slow))
      expect(found.map(({ id }) => id)).toEqual(["plain"]);
  });

  test("never deprive reads in a slot of a connection", async () => {
    await using open = await filled(2);
    await using held = await slowListsOf(open.url);
    await using transactions = readsOf(open.url);
    const gate = Promise.withResolvers<void>();
    const mayReturn = Promise.withResolvers<void>();
    let listedAway = 0;
    let begun = 0;
    const query = listQueryOf('content.matches("plain")');
    const listed = (): Promise<unknown> =>
      transactions.read((connection, { whileAway }) => {
        const lease: ReadLease = {
          whileAway: (work) =>
            whileAway(async () => {
              const answer = await work();
              listedAway += 1;
              await mayReturn.promise;
              return answer;
            }),
        };
        const placing = placeSlowLists(connection, lease, held.slow);
        return placing.run("worker", { method: "count", query }, async () => 0);
      });
    const away = Array.from({ length: maxLongReads }, listed);
    // These take the slots of the reads that are away.
    const staying = Array.from({ length: 6 }, () =>
      transactions.read(async (connection) => {
        await connection.query("SELECT 1");
        begun += 1;
        await gate.promise;
      }),
    );
    await vi.waitFor(() => expect([listedAway, begun]).toEqual([maxLongReads, 6]));
    const more = Array.from({ length: 40 }, listed);
    // The reads that were away now wait for their slots, before all of these.
    mayReturn.resolve();
    await setImmediate();
    gate.resolve();
    const outcomes = await Promise.allSettled([...away, ...staying, ...more]);
    for (const outcome of outcomes) {
      // Lists beyond the number that may be away are refused at once.
      if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ reason: "busy" });
    }
    const ofFirst = outcomes.slice(0, maxLongReads + 6);
    expect(new Set(ofFirst.map(({ status }) => status))).toEqual(new Set(["fulfilled"]));
  });

  test("reads that get no slot for seconds are refused, and later ones succeed", async () => {
    await using open = await filled(1);
    const gate = Promise.withResolvers<void>();
    const held = Array.from({ length: 6 }, () =>
      open.database.read(async ({ meta }) => {
        await meta.headSeq();
        await gate.promise;
      }),
    );
    const head = (): Promise<number> => open.database.read(({ meta }) => meta.headSeq());
    const late = head();
    await expect(late).rejects.toThrow(StorageError);
    const asked = Array.from({ length: 1500 }, head);
    // Some may be refused before the end of this test.
    const answered = Promise.allSettled(asked);
    for (const refused of await Promise.allSettled(asked.slice(1000))) {
      expect(refused).toMatchObject({ status: "rejected", reason: { fault: "unreachable" } });
    }
    gate.resolve();
    await Promise.all(held);
    await answered;
    expect(await head()).toBe(0);
  });
});

describe("queries of texts", () => {
  async function asked(work: (stores: AllReadStores) => Promise<unknown>): Promise<string[]> {
    await using open = await filled(3);
    await using held = await slowListsOf(open.url);
    await using connected = await connectPostgres(open.url);
    const statements: string[] = [];
    const connection = createPostgresConnection(connected.client, (sql) => statements.push(sql));
    const lease = { whileAway: <T>(elsewhere: () => Promise<T>) => elsewhere() };
    await connection.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    await work(
      createReadStores(connection.kysely, placeSlowLists(connection, lease, held.slow), null),
    );
    await connection.query("COMMIT");
    return statements;
  }

  test.each([
    [
      "by a search of words",
      ({ rankedMemos }: AllReadStores) =>
        rankedMemos.slice(
          { access: { user: "users/alice", spaces: [] }, text: "plain", tag: null, limit: 10 },
          1000,
        ),
    ],
    [
      "by what says where a list should run",
      ({ memos }: AllReadStores) => memos.list(listQueryOf('content.contains("plain")')),
    ],
  ])("have a deadline, %s", async (_, work) => {
    const statements = await asked(work);
    let hasDeadline = false;
    const looks: boolean[] = [];
    for (const sql of statements) {
      if (sql.startsWith("SET LOCAL statement_timeout")) hasDeadline = !sql.endsWith("DEFAULT");
      if (sql.includes("memo_text")) looks.push(hasDeadline);
    }
    expect(looks.length).toBeGreaterThan(0);
    expect(looks).not.toContain(false);
  });

  test("end after the deadline, together with their list", async () => {
    await using open = await filled(1);
    await using held = await slowListsOf(open.url);
    await using connected = await connectPostgres(open.url);
    const connection = createPostgresConnection(connected.client);
    const lease = { whileAway: <T>(elsewhere: () => Promise<T>) => elsewhere() };
    await connection.query("BEGIN");
    const { choosing } = placeSlowLists(connection, lease, held.slow);
    await expect(choosing(() => connection.query("SELECT pg_sleep(600)"))).rejects.toThrow(
      FilterTimeoutError,
    );
  });
});
