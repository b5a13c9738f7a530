import type { MemoSearchQuery } from "@tidemark/core";
import { expect, test } from "vitest";
import { isPostgres, lacks, openSqliteConnection } from "../../tests/engine.ts";
import { postgresRows, tempPostgresSchema } from "../../tests/postgres-database.ts";
import { memoRow, saveRow, tempDatabase } from "../../tests/temp-database.ts";
import { openPostgres } from "../postgres/open-postgres.ts";
import { connectPostgres } from "../postgres/connection/connect-postgres.ts";
import { createPostgresConnection } from "../postgres/connection/postgres-connection.ts";
import { rowOf, text } from "../sql/row.ts";
import { selectRows } from "../sql/sql-text.ts";
import type { WriteStores } from "../stores/stores.ts";
import { rankingOf } from "./word-search.ts";

const search = (words: string, tag: string | null = null): MemoSearchQuery => ({
  access: { user: "users/alice", spaces: [] },
  text: words,
  tag,
  limit: 10,
});

test.skipIf(lacks("plans"))(
  "the newest hits are read first, and no more than are ranked",
  async () => {
    await using open = await tempDatabase("server");
    const connection = openSqliteConnection({ file: open.file, readonly: true });
    const ranking = await rankingOf(connection.kysely, search("tide"));
    const steps = connection
      .all<{ readonly detail: string }>(
        `EXPLAIN QUERY PLAN ${ranking?.sql.sql}`,
        ranking?.sql.parameters,
      )
      .map(({ detail }) => detail);
    connection.close();
    // The one sorts what was ranked.
    expect(steps.filter((step) => step.includes("TEMP B-TREE"))).toHaveLength(1);
    expect(steps.at(-1)).toContain("TEMP B-TREE");
  },
);

test.runIf(isPostgres)(
  "words that many memos have are looked for in the newest, others in the index",
  async () => {
    await using temp = await tempPostgresSchema();
    {
      await using open = await openPostgres({ url: temp.url });
      await open.database.write(async (stores) => {
        for (let n = 0; n < 300; n += 1) {
          const content = `tide ${n % 100 === 0 ? "moon" : "sea"} #tag`;
          await saveRow(stores as WriteStores, memoRow(`m${n}`, { content }));
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
    await postgresRows(temp.url, "ANALYZE memo_text");
    await using connected = await connectPostgres(temp.url);
    const connection = createPostgresConnection(connected.client);
    const isWalked = async (query: MemoSearchQuery): Promise<boolean> => {
      const ranking = await rankingOf(connection.kysely, query);
      if (ranking === null) throw new Error("nothing is asked");
      const { sql, parameters } = ranking.sql;
      const steps = await selectRows(
        connection.kysely,
        { sql: `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) ${sql}`, parameters },
        rowOf({ "QUERY PLAN": text }),
      );
      const lines = steps.map((step) => step["QUERY PLAN"]);
      return lines.some((line) => /Scan on walked(?!.*never executed)/.test(line));
    };
    expect(await isWalked(search("tide"))).toBe(true);
    expect(await isWalked(search("moon"))).toBe(false);
    expect(await isWalked(search("tide", "tag"))).toBe(false);
  },
);
