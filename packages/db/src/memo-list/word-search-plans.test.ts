import type { MemoSearchQuery } from "@tidemark/core";
import { expect, test } from "vitest";
import { lacks, openSqliteConnection } from "../../tests/engine.ts";
import { memoRow, saveRow, tempDatabase } from "../../tests/temp-database.ts";
import { rankingOf, searchMemoNumbers } from "./word-search.ts";

const search = (words: string, tag: string | null = null): MemoSearchQuery => ({
  access: { user: "users/alice", spaces: [] },
  text: words,
  tag,
  limit: 10,
});

test.skipIf(lacks("plans"))(
  "the newest hits are read first, and only as many as are ranked",
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
    // The only sort is that of the ranked rows.
    expect(steps.filter((step) => step.includes("TEMP B-TREE"))).toHaveLength(1);
    expect(steps.at(-1)).toContain("TEMP B-TREE");
  },
);

test.skipIf(lacks("plans"))("for a reader with few memos, only visible hits are read", async () => {
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
  /** Returns whether the memo is read after the lookup among known numbers. */
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
});
