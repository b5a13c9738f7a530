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
import { rankingOf, searchMemoNumbers } from "./word-search.ts";

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

test.skipIf(lacks("plans"))(
  "of many hits those alone are read that somebody with few memos may see",
  async () => {
    await using open = await tempDatabase("server");
    const space = "spaces/crew";
    await open.database.write(async (stores) => {
      for (let n = 0; n < 2200; n += 1) {
        const creator = n % 20 === 7 ? "users/alice" : "users/bob";
        const visibility = n % 300 === 3 ? "PUBLIC" : "PRIVATE";
        await saveRow(stores, memoRow(`m${n}`, { content: `tide ${n}`, creator, visibility }));
      }
      for (const [id, row] of Object.entries<Parameters<typeof memoRow>[1]>({
        archived: { state: "ARCHIVED" },
        trashed: { deletedMs: 1 },
        comment: { parent: "m7" },
        crew: { creator: "users/bob", visibility: "SPACE", space },
      })) {
        await saveRow(stores, memoRow(id, { content: "tide", ...row }));
      }
    });
    const connection = openSqliteConnection({ file: open.file, readonly: true });
    const found = (query: MemoSearchQuery, hasMany: boolean): Promise<readonly number[]> =>
      searchMemoNumbers(connection.kysely, query, { hasMany });
    /** Whether the memo is read last, behind the look among known numbers. */
    const looksFirst = async (query: MemoSearchQuery): Promise<boolean> => {
      const ranking = await rankingOf(connection.kysely, query, { hasMany: true });
      const steps = connection.all<{ readonly detail: string }>(
        `EXPLAIN QUERY PLAN ${ranking?.sql.sql}`,
        ranking?.sql.parameters,
      );
      const [list, memo] = ["LIST SUBQUERY", "SEARCH m "].map((start) =>
        steps.findIndex(({ detail }) => detail.startsWith(start)),
      );
      return list !== undefined && memo !== undefined && list >= 0 && list < memo;
    };
    try {
      for (const [user, spaces, isFew, hits] of [
        [null, [], true, 8],
        ["users/alice", [], true, 118],
        ["users/alice", [space], true, 119],
        ["users/dora", [space], true, 9],
        ["users/bob", [], false, 2000],
      ] as const) {
        const query = { ...search("tide"), access: { user, spaces }, limit: 2000 };
        const pks = await found(query, true);
        expect(pks).toHaveLength(hits);
        expect(pks).toEqual(await found(query, false));
        expect(await looksFirst(query)).toBe(isFew);
      }
    } finally {
      connection.close();
    }
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
    // A server that has just been filled has no statistics.
    const walks = (await planOf(search("tide"))).filter((line) => walkPattern.test(line));
    expect(walks).toEqual([expect.stringContaining("loops=1)")]);

    await postgresRows(temp.url, "ANALYZE memo_text");
    const isWalked = async (query: MemoSearchQuery): Promise<boolean> =>
      (await planOf(query)).some((line) => walkPattern.test(line));
    expect(await isWalked(search("tide"))).toBe(true);
    expect(await isWalked(search("moon"))).toBe(false);
    expect(await isWalked(search("tide", "tag"))).toBe(false);
  },
);
