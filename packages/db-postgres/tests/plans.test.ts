import type { MemoSearchQuery } from "@tidemark/core";
import { rowOf, selectRows, text, type AllWriteStores } from "@tidemark/db/engine";
import { expect, test } from "vitest";
import { rankingOf } from "../../db/src/memo-list/word-search.ts";
import { compactSql } from "../../db/src/stores/server/feed-store.ts";
import { memoRow, saveRow } from "../../db/tests/temp-database.ts";
import { connectPostgres } from "../src/connection/connect-postgres.ts";
import { createPostgresConnection } from "../src/connection/postgres-connection.ts";
import { openPostgres } from "../src/open-postgres.ts";
import { postgresRows, tempPostgresSchema } from "./postgres-database.ts";

test("feed rows that left a scope are read from their own index, in order of seq", async () => {
  const plan = await feedPlan();
  expect(plan).toContain("feed_left");
  expect(plan).not.toMatch(/Seq Scan|Sort Key: feed/);
});

async function feedPlan(): Promise<string> {
  const query = compactSql(1_000_000, 50);
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

const search = (words: string, tag: string | null = null): MemoSearchQuery => ({
  access: { user: "users/alice", spaces: [] },
  text: words,
  tag,
  limit: 10,
});

test("common words are searched in the newest memos, others in the index", async () => {
  await using temp = await tempPostgresSchema();
  {
    await using open = await openPostgres({ url: temp.url });
    await open.database.write(async (stores) => {
      for (let n = 0; n < 300; n += 1) {
        const content = `tide ${n % 100 === 0 ? "moon" : "sea"} #tag`;
        await saveRow(stores as AllWriteStores, memoRow(`m${n}`, { content }));
      }
    });
    const found = async (query: MemoSearchQuery): Promise<readonly string[]> => {
      const { memos } = await open.database.read(({ rankedMemos }) =>
        rankedMemos.slice(query, Number.POSITIVE_INFINITY),
      );
      return memos.map(({ id }) => id);
    };
    const newest = Array.from({ length: 10 }, (_, at) => `m${299 - at}`);
    expect(await found(search("tide"))).toEqual(newest);
    expect(await found(search("tide", "tag"))).toEqual(newest);
    expect(await found(search("moon"))).toEqual(["m200", "m100", "m0"]);
  }
  await using connected = await connectPostgres(temp.url);
  const connection = createPostgresConnection(connected.client);
  const planOf = async (query: MemoSearchQuery): Promise<readonly string[]> => {
    const ranking = await rankingOf(connection.kysely, query);
    if (ranking === null) throw new Error("nothing is asked");
    const { sql, parameters } = ranking.sql;
    const steps = await selectRows(
      connection.kysely,
      { sql: `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) ${sql}`, parameters },
      rowOf({ "QUERY PLAN": text }),
    );
    return steps.map((step) => step["QUERY PLAN"]);
  };
  const walkPattern = /Scan on walked(?!.*never executed)/;
  // A server that was just filled has no statistics.
  const walks = (await planOf(search("tide"))).filter((line) => walkPattern.test(line));
  expect(walks).toEqual([expect.stringContaining("loops=1)")]);

  await postgresRows(temp.url, "ANALYZE memo_text");
  const isWalked = async (query: MemoSearchQuery): Promise<boolean> =>
    (await planOf(query)).some((line) => walkPattern.test(line));
  expect(await isWalked(search("tide"))).toBe(true);
  expect(await isWalked(search("moon"))).toBe(false);
  expect(await isWalked(search("tide", "tag"))).toBe(false);
});
