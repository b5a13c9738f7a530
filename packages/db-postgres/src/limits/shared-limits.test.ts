import { type SharedLimits, StorageError } from "@tidemark/core";
import { createLeasedCounts, type LeasedCounts } from "@tidemark/core/limits";
import { Client } from "pg";
import { describe, expect, test } from "vitest";
import { tempPostgresDatabase } from "../../tests/postgres-database.ts";
import type { OpenServerDatabase } from "@tidemark/db";
import { openPostgres } from "../open-postgres.ts";

const hourMs = 3600 * 1000;

interface Process {
  readonly limits: SharedLimits;
  readonly counts: LeasedCounts;
  /** Number of requests sent to the database. */
  asked: number;
}

interface Instance extends AsyncDisposable {
  readonly url: string;
  readonly processes: readonly Process[];
  /** Clocks of processes aren't reliable: each has its own. */
  readonly clocks: { sinceStartMs: number; nowMs: number }[];
  sql(text: string, values?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
}

async function startInstance(count: number): Promise<Instance> {
  await using stack = new AsyncDisposableStack();
  const first = stack.use(await tempPostgresDatabase());
  const opened: OpenServerDatabase[] = [first];
  while (opened.length < count) opened.push(stack.use(await openPostgres({ url: first.url })));
  const client = new Client(first.url);
  await client.connect();
  stack.defer(() => client.end());
  const clocks = opened.map((_, at) => ({ sinceStartMs: at * 1e6, nowMs: at * 1e9 }));
  const processes = opened.map(({ limits }, at): Process => {
    if (limits === undefined) throw new Error("there are no limits");
    const process: Process = {
      limits,
      asked: 0,
      counts: createLeasedCounts(
        {
          ask: (ask) => {
            process.asked += 1;
            return limits.requests.ask(ask);
          },
          settle: (key, report) => limits.requests.settle(key, report),
        },
        {
          sinceStartMs: () => clocks[at]?.sinceStartMs ?? 0,
          nowMs: () => clocks[at]?.nowMs ?? 0,
        },
      ),
    };
    return process;
  });
  const held = stack.move();
  return {
    url: first.url,
    processes,
    clocks,
    sql: async (text, values) => (await client.query(text, [...(values ?? [])])).rows,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

/** Takes `times` requests of a key at processes in turn. Returns the number admitted. */
async function takeInTurn(
  processes: readonly Process[],
  times: number,
  { key = "key", max = 100 } = {},
): Promise<number> {
  let allowed = 0;
  for (let n = 0; n < times; n += 1) {
    const counted = await processes[n % processes.length]?.counts.take(key, {
      max,
      windowMs: hourMs,
    });
    if (counted?.isAllowed === true) allowed += 1;
  }
  return allowed;
}

describe("requests counted by several processes", () => {
  test("are admitted at one process exactly up to the limit", async () => {
    await using instance = await startInstance(1);
    expect(await takeInTurn(instance.processes, 1500, { max: 1000 })).toBe(1000);
    expect(instance.processes[0]?.asked).toBeLessThan(25);
  });

  test.each([1, 3, 10, 100, 1000])(
    "are never refused below a limit of %i, and exceed it by a fifth at most",
    async (max) => {
      await using instance = await startInstance(4);
      const { processes } = instance;
      // All processes first, then one alone: blocks of the others must not keep its requests out.
      const inTurn = await takeInTurn(processes, Math.floor(max * 0.6), { max });
      expect(inTurn).toBe(Math.floor(max * 0.6));
      const alone = await takeInTurn(processes.slice(3), max, { max });
      expect(inTurn + alone).toBeGreaterThanOrEqual(max);
      const atLast = await takeInTurn(processes, 2 * max, { max });
      const all = inTurn + alone + atLast;
      expect(all).toBeLessThanOrEqual(max + Math.floor(max / 5));
    },
  );

  test("are counted as exactly when all come at once", async () => {
    await using instance = await startInstance(3);
    const all = await Promise.all(
      instance.processes.flatMap(({ counts }) =>
        Array.from({ length: 200 }, async () => counts.take("key", { max: 300, windowMs: hourMs })),
      ),
    );
    const allowed = all.filter(({ isAllowed }) => isAllowed).length;
    expect(allowed).toBeGreaterThanOrEqual(300);
    expect(allowed).toBeLessThanOrEqual(360);
    for (const { asked } of instance.processes) expect(asked).toBeLessThan(30);
  });

  test("cost few queries, even when spread over three processes", async () => {
    await using instance = await startInstance(3);
    await takeInTurn(instance.processes, 1000, { max: 1000 });
    const asked = instance.processes.reduce((sum, process) => sum + process.asked, 0);
    expect(asked).toBeLessThan(80);
  });

  test("are not lost to clients when processes are killed with a block", async () => {
    await using instance = await startInstance(6);
    const { processes } = instance;
    // Each admits one request, holds a block and is killed.
    expect(await takeInTurn(processes.slice(0, 5), 5)).toBe(5);
    const alone = await takeInTurn(processes.slice(5), 200);
    expect(alone).toBeGreaterThanOrEqual(95);
    expect(5 + alone).toBeLessThanOrEqual(120);
  });

  test("are reported when a process ends, and its block is returned", async () => {
    await using instance = await startInstance(2);
    const [going, staying] = instance.processes;
    expect(await takeInTurn([going!], 30)).toBe(30);
    await going!.counts.settle();
    expect(await instance.sql("SELECT used, held FROM request_count")).toEqual([
      { used: "30", held: "0" },
    ]);
    expect(await takeInTurn([staying!], 100)).toBe(70);
  });

  test("return figures of the instance, and the same end of the window on different clocks", async () => {
    await using instance = await startInstance(2);
    const [first, second] = instance.processes;
    await takeInTurn([first!], 40);
    await first!.counts.settle();
    const limit = { max: 100, windowMs: hourMs };
    const there = await first!.counts.take("key", limit);
    const here = await second!.counts.take("key", limit);
    expect(here.remaining).toBe(58);
    expect(here.resetMs).toBe(there.resetMs);
    expect(Math.abs(here.resetMs - Date.now() - hourMs)).toBeLessThan(60_000);
    expect(here.leftMs).toBeGreaterThan(hourMs - 60_000);
  });

  test("start a new window when the database's clock says so, and not before", async () => {
    await using instance = await startInstance(2);
    const { processes, clocks, sql } = instance;
    expect(await takeInTurn(processes, 300, { max: 50 })).toBeGreaterThanOrEqual(50);
    // A process whose clock is ahead asks the database, which refuses.
    clocks[0]!.sinceStartMs += 2 * hourMs;
    expect(await takeInTurn([processes[0]!], 1, { max: 50 })).toBe(0);
    await sql("UPDATE request_count SET ends_ms = ends_ms - $1", [hourMs]);
    for (const clock of clocks) clock.sinceStartMs += hourMs;
    const again = await takeInTurn(processes, 300, { max: 50 });
    expect(again).toBeGreaterThanOrEqual(50);
    expect(again).toBeLessThanOrEqual(60);
  });

  test("reported after their window are not counted in the next", async () => {
    await using instance = await startInstance(2);
    const { processes, sql } = instance;
    expect(await takeInTurn([processes[0]!], 9)).toBe(9);
    await sql("UPDATE request_count SET ends_ms = ends_ms - $1", [hourMs]);
    expect(await takeInTurn([processes[1]!], 1)).toBe(1);
    await processes[0]!.counts.settle();
    expect(await sql("SELECT used FROM request_count")).toEqual([{ used: "1" }]);
  });

  test("have a window that ends even if it was started on a wrong clock", async () => {
    await using instance = await startInstance(1);
    const { processes, sql } = instance;
    expect(await takeInTurn(processes, 1)).toBe(1);
    await sql("UPDATE request_count SET ends_ms = ends_ms + $1, used = 100", [100 * hourMs]);
    await processes[0]!.counts.settle();
    expect(await takeInTurn(processes, 1)).toBe(1);
  });

  test("of a thousand addresses, one with an enormous name, have one row each until the window ends", async () => {
    await using instance = await startInstance(2);
    const { processes, sql } = instance;
    const huge = "x".repeat(10 * 1024 * 1024);
    const limit = { max: 10, windowMs: hourMs };
    const counted = await Promise.all([
      ...Array.from({ length: 1000 }, (_, n) => processes[n % 2]!.counts.take(`a${n}`, limit)),
      processes[0]!.counts.take(huge, limit),
    ]);
    expect(counted.filter(({ isAllowed }) => isAllowed)).toHaveLength(1001);
    expect(await sql("SELECT count(*), max(length(key)) FROM request_count")).toEqual([
      { count: "1001", max: 16 },
    ]);
    await sql("UPDATE request_count SET ends_ms = ends_ms - $1 WHERE key < '\\x80'", [hourMs]);
    await processes[0]!.limits.removeOver();
    const [left] = await sql(
      "SELECT count(*) FILTER (WHERE key < '\\x80') AS over, count(*) FROM request_count",
    );
    expect(left).toMatchObject({ over: "0" });
    expect(Number(left?.["count"])).toBeGreaterThan(300);
  });

  test("are counted by each process while the database does not answer, after one wait", async () => {
    await using instance = await startInstance(2);
    const { processes, sql, clocks } = instance;
    expect(await takeInTurn(processes, 4, { max: 20 })).toBe(4);
    await sql("BEGIN");
    await sql("LOCK TABLE request_count");
    const asked = processes[0]!.asked;
    const alone = await takeInTurn([processes[0]!], 60, { max: 20 });
    // The two from before, the rest of its block, and its own count.
    expect(alone).toBe(18);
    expect(await takeInTurn([processes[0]!], 20, { max: 20, key: "other" })).toBe(20);
    // Only one query waited for its deadline.
    expect(processes[0]!.asked - asked).toBe(1);
    await sql("COMMIT");
    clocks[0]!.sinceStartMs += 60_000;
    expect(await takeInTurn([processes[0]!], 1, { max: 20, key: "third" })).toBe(1);
    expect(await takeInTurn([processes[1]!], 60, { max: 20 })).toBeLessThanOrEqual(22);
  });
});

describe("attempts counted by several processes", () => {
  const quarterMs = 15 * 60 * 1000;
  const attemptsOf = ({ limits }: Process) => limits.attempts(quarterMs);

  test("are limited exactly, across processes and concurrent calls", async () => {
    await using instance = await startInstance(3);
    const limits = [
      { key: "pair", max: 10 },
      { key: "address", max: 50 },
    ];
    const waits = await Promise.all(
      instance.processes.flatMap((process) =>
        Array.from({ length: 8 }, () => attemptsOf(process).take(limits)),
      ),
    );
    expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(10);
    for (const waitMs of waits) expect(waitMs).toBeLessThanOrEqual(quarterMs);
    // Refused attempts aren't counted.
    expect(
      await instance.sql("SELECT cardinality(tries) AS tries FROM attempt ORDER BY key"),
    ).toEqual([{ tries: 10 }, { tries: 10 }]);
  });

  test("are allowed again one by one as they leave the window", async () => {
    await using instance = await startInstance(2);
    const [first, second] = instance.processes;
    const limits = [{ key: "pair", max: 3 }];
    for (const process of [first!, second!, first!])
      expect(await attemptsOf(process).take(limits)).toBe(0);
    expect(await attemptsOf(second!).take(limits)).toBeGreaterThan(quarterMs - 60_000);
    await instance.sql("UPDATE attempt SET tries[1] = tries[1] - $1", [quarterMs]);
    expect(await attemptsOf(second!).take(limits)).toBe(0);
    expect(await attemptsOf(first!).take(limits)).toBeGreaterThan(quarterMs - 60_000);
  });

  test("that succeeded can be given back at any process", async () => {
    await using instance = await startInstance(2);
    const limits = [
      { key: "pair", max: 2 },
      { key: "address", max: 2 },
    ];
    for (let n = 0; n < 6; n += 1) {
      const attempts = attemptsOf(instance.processes[n % 2]!);
      expect(await attempts.take(limits)).toBe(0);
      await attemptsOf(instance.processes[(n + 1) % 2]!).giveBack(limits);
    }
  });

  test("with many keys in any order do not deadlock", async () => {
    await using instance = await startInstance(2);
    const waits = await Promise.all(
      Array.from({ length: 200 }, (_, n) => {
        const keys = [`name ${n % 7}`, `address ${n % 5}`, `pair ${n}`];
        const limits = (n % 2 === 0 ? keys : keys.toReversed()).map((key) => ({ key, max: 1000 }));
        return attemptsOf(instance.processes[n % 2]!).take(limits);
      }),
    );
    expect(new Set(waits)).toEqual(new Set([0]));
  });

  test("are refused if the database does not answer", async () => {
    await using instance = await startInstance(1);
    const [process] = instance.processes;
    const limits = [{ key: "pair", max: 3 }];
    await instance.sql("BEGIN");
    await instance.sql("LOCK TABLE attempt");
    await expect(attemptsOf(process!).take(limits)).rejects.toThrow(StorageError);
    await attemptsOf(process!).giveBack(limits);
    await instance.sql("COMMIT");
    expect(await attemptsOf(process!).take(limits)).toBe(0);
  });

  test("leave no open transaction when a statement fails", async () => {
    await using instance = await startInstance(1);
    const [process] = instance.processes;
    const limits = [{ key: "pair", max: 3 }];
    expect(await attemptsOf(process!).take(limits)).toBe(0);
    // Like a full disk: attempts and locks are refused.
    await instance.sql(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE 'no space left' USING ERRCODE = '53100'; END $$`,
    );
    for (const event of ["UPDATE", "INSERT"]) {
      await instance.sql(
        `CREATE TRIGGER refuse BEFORE ${event} ON attempt EXECUTE FUNCTION refuse()`,
      );
      // More attempts than there are connections.
      for (let n = 0; n < 5; n += 1) {
        await expect(attemptsOf(process!).take(limits)).rejects.toMatchObject({
          fault: "disk-full",
        });
      }
      await instance.sql("DROP TRIGGER refuse ON attempt");
      for (let n = 0; n < 5; n += 1) {
        await attemptsOf(process!).giveBack(limits);
        expect(await attemptsOf(process!).take(limits)).toBe(0);
        expect(await takeInTurn([process!], 1, { key: `${event} ${n}` })).toBe(1);
      }
    }
  });

  test("are deleted when they no longer count", async () => {
    await using instance = await startInstance(1);
    const [process] = instance.processes;
    await attemptsOf(process!).take([{ key: "a", max: 3 }]);
    await process!.limits.attempts(1).take([{ key: "b", max: 3 }]);
    await instance.sql("SELECT pg_sleep(0.01)");
    await process!.limits.removeOver();
    expect(await instance.sql("SELECT cardinality(tries) AS tries FROM attempt")).toEqual([
      { tries: 1 },
    ]);
  });
});
