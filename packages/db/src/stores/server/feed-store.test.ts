import { expect, test } from "vitest";
import { isPostgres, openSqliteConnection } from "../../../tests/engine.ts";
import { tempPostgresSchema } from "../../../tests/postgres-database.ts";
import { tempDatabase } from "../../../tests/temp-database.ts";
import { connectPostgres } from "../../postgres/connection/connect-postgres.ts";
import { createPostgresConnection } from "../../postgres/connection/postgres-connection.ts";
import { rowOf, text } from "../../sql/row.ts";
import { selectRows } from "../../sql/sql-text.ts";
import { compactSql } from "./feed-store.ts";

const query = compactSql(1_000_000, 50);

async function sqlitePlan(): Promise<string> {
  await using open = await tempDatabase("server");
  const connection = openSqliteConnection({ file: open.file, readonly: true });
  try {
    const steps = connection.all<{ readonly detail: string }>(
      `EXPLAIN QUERY PLAN ${query.sql}`,
      query.parameters,
    );
    return steps.map(({ detail }) => detail).join("\n");
  } finally {
    connection.close();
  }
}

async function postgresPlan(): Promise<string> {
  await using temp = await tempPostgresSchema();
  await using connected = await connectPostgres(temp.url);
  const connection = createPostgresConnection(connected.client);
  await connection.query(
    `INSERT INTO feed (scope, kind, entity, seq, op)
       SELECT 'u:a', 'memo', n::text, n, CASE WHEN n % 100 = 0 THEN 'del' ELSE 'up' END
         FROM generate_series(1, 50000) AS n`,
  );
  await connection.query("ANALYZE feed");
  const explained = { ...query, sql: `EXPLAIN ${query.sql}` };
  const steps = await selectRows(connection.kysely, explained, rowOf({ "QUERY PLAN": text }));
  return steps.map((step) => step["QUERY PLAN"]).join("\n");
}

test("what left a scope is found by an index of its own, in the order of its numbers", async () => {
  const plan = await (isPostgres ? postgresPlan() : sqlitePlan());
  expect(plan).toContain("feed_left");
  expect(plan).not.toMatch(/Seq Scan|Sort Key: feed|SCAN feed\b(?! USING)|TEMP B-TREE/);
});

test("what left first is dropped first", async () => {
  await using open = await tempDatabase("server");
  const left = await open.database.write(async ({ feed }) => {
    for (const [entity, seq, op] of [
      ["d", 4, "del"],
      ["b", 2, "evict"],
      ["a", 1, "up"],
      ["c", 3, "del"],
    ] as const) {
      await feed.put({ scope: "u:a", kind: "memo", entity, seq, op });
    }
    expect(await feed.compact(4, 2)).toBe(2);
    return feed.page("u:a", 0, 10);
  });
  expect(left.map(({ entity }) => entity)).toEqual(["a", "d"]);
});
