import type { PoolClient } from "pg";
import { describe, expect, test, vi } from "vitest";
import { tempPostgres } from "../../../../scripts/postgres/temp-postgres.ts";
import { postgresRows } from "../../tests/postgres-database.ts";
import { openPool } from "./client-pool.ts";
import { waysToConnect } from "./postgres-config.ts";

/** Starts a pool with one connection. */
async function startPool() {
  const temp = await tempPostgres();
  const lost: Error[] = [];
  const pool = openPool({ ...waysToConnect(temp.url).at(-1), max: 1 }, (error) => lost.push(error));
  return {
    url: temp.url,
    pool,
    lost,
    [Symbol.asyncDispose]: async () => {
      await pool.close();
      await temp[Symbol.asyncDispose]();
    },
  };
}

const pidOf = async (client: PoolClient): Promise<number> => {
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  return rows[0]?.pid ?? 0;
};

describe("client pool", () => {
  test("lends a connection again, unless it was returned within a transaction", async () => {
    await using open = await startPool();
    const { pool } = open;
    const first = await pool.lend(pidOf);
    expect(await pool.lend(pidOf)).toBe(first);
    const refused = pool.lend((client) => client.query("SELECT 1 / 0"));
    await expect(refused).rejects.toThrow("division by zero");
    expect(await pool.lend(pidOf)).toBe(first);
    const left = [
      (client: PoolClient) => client.query("BEGIN"),
      async (client: PoolClient) => {
        await client.query("BEGIN");
        return client.query("SELECT 1 / 0").catch(() => undefined);
      },
      async (client: PoolClient) => {
        await client.query("BEGIN");
        throw new Error("left open");
      },
    ];
    let before = first;
    for (const leave of left) {
      await pool.lend(leave).catch(() => undefined);
      const next = await pool.lend(pidOf);
      expect(next).not.toBe(before);
      before = next;
    }
  });

  test("reports lost connections without the driver's details", async () => {
    await using open = await startPool();
    const pid = await open.pool.lend(pidOf);
    await postgresRows(open.url, `SELECT pg_terminate_backend(${pid})`);
    await vi.waitFor(() => expect(open.lost).toHaveLength(1));
    const [error] = open.lost;
    expect(error?.message).toMatch(/^an idle connection to the database was lost: ./);
    expect(Object.entries(error ?? {})).toEqual([["name", "LostConnectionError"]]);
    expect(error?.cause).toBe(undefined);
    expect(await open.pool.lend(pidOf)).not.toBe(pid);
  });

  test("reuses a connection whose transaction is about to end", async () => {
    await using open = await startPool();
    const first = await open.pool.lend(
      async (client) => {
        void client.query("BEGIN");
        const pid = await pidOf(client);
        void client.query("COMMIT");
        return pid;
      },
      { endsLater: true },
    );
    expect(await open.pool.lend(pidOf)).toBe(first);
  });
});
