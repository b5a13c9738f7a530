import { expect, test } from "vitest";
import { lacks, openSqliteConnection } from "../../../tests/engine.ts";
import { tempDatabase } from "../../../tests/temp-database.ts";
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

test.skipIf(lacks("plans"))(
  "feed rows that left a scope are read from their own index, in order of seq",
  async () => {
    const plan = await sqlitePlan();
    expect(plan).toContain("feed_left");
    expect(plan).not.toMatch(/SCAN feed\b(?! USING)|TEMP B-TREE/);
  },
);

test("the oldest feed rows that left a scope are deleted first", async () => {
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
