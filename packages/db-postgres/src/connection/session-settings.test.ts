import { describe, expect, test } from "vitest";
import { openPostgresProxy } from "../../../../scripts/postgres/postgres-proxy.ts";
import { tempPostgres } from "../../../../scripts/postgres/temp-postgres.ts";
import { openPostgres } from "../open-postgres.ts";
import { openPool } from "./client-pool.ts";
import { waysToConnect } from "./postgres-config.ts";

/** Startup parameters that PgBouncer accepts by default. */
const ofPooler = [
  ...["user", "database", "application_name", "client_encoding"],
  ...["DateStyle", "TimeZone", "standard_conforming_strings"],
];

describe("session settings", () => {
  test("pass a pooler, and apply to the first statement", async () => {
    await using temp = await tempPostgres();
    await using proxy = await openPostgresProxy(Number(new URL(temp.url).port), {
      settings: ofPooler,
    });
    const url = proxy.through(temp.url);
    await using open = await openPostgres({ url });
    expect(await open.database.write(({ meta }) => meta.nextSeq())).toBe(1);
    expect(await open.database.read(({ meta }) => meta.headSeq())).toBe(1);

    const [config] = waysToConnect(`${url}?sslmode=disable`);
    const pool = openPool({ ...config, max: 1 }, () => undefined);
    const shown = await pool.lend((client) =>
      client.query<{ readonly setting: string }>(
        `SELECT current_setting(name) AS setting
           FROM unnest(ARRAY['lock_timeout', 'idle_in_transaction_session_timeout', 'jit',
             'max_parallel_workers_per_gather']) AS name`,
      ),
    );
    await pool.close();
    expect(shown.rows.map(({ setting }) => setting)).toEqual(["10s", "15s", "off", "0"]);
  });

  test("are required: opening fails if they cannot be set", async () => {
    await using temp = await tempPostgres();
    await using proxy = await openPostgresProxy(Number(new URL(temp.url).port), {
      toServer: (bytes) =>
        Buffer.from(
          bytes.toString("latin1").replace("SET lock_timeout", "SET lock_timeour"),
          "latin1",
        ),
    });
    await expect(openPostgres({ url: proxy.through(temp.url) })).rejects.toMatchObject({
      type: "unsuitable",
      message: expect.stringContaining("lets nothing be set") as unknown,
    });
  });
});
