import type { MemoListQuery } from "@tidemark/core";
import { compileFilter, memoFilterSchema } from "@tidemark/core/filter";
import { expect, test } from "vitest";
import { lacks } from "../../tests/engine.ts";
import { memoRow, saveRow, tempDatabase } from "../../tests/temp-database.ts";

function queryOf(cel: string | null, parent: string | null = null): MemoListQuery {
  const compiled = compileFilter(cel ?? "true", { schema: memoFilterSchema, nowMs: 0 });
  if (!compiled.ok) throw new Error(compiled.error.message);
  return {
    access: { user: "users/alice", spaces: [] },
    state: "NORMAL",
    trash: "none",
    parent,
    filter: cel === null ? null : compiled.value,
    order: [],
    after: null,
    offset: 0,
    limit: 50,
  };
}

test("explains the driver, the use of the text index, and the execution mode", async () => {
  await using open = await tempDatabase();
  await open.database.write(async (stores) => {
    for (let n = 0; n < 100; n += 1) {
      await saveRow(stores, memoRow(`m${n}`, { content: `#work needle ${n}` }));
    }
  });
  const explain = (query: MemoListQuery) => open.database.read(({ memos }) => memos.explain(query));
  const own = "SEARCH m USING INDEX memo_own_created (creator=?)";

  const plain = await explain(queryOf(null));
  expect(plain).toMatchObject({ driver: "order", usesTextIndex: false, place: "here", rows: 100 });
  if (!lacks("plans")) expect(plain.plan.map((line) => line.trim())).toContain(own);
  expect(plain.plan.some((line) => line.startsWith("  "))).toBe(true);

  expect(await explain(queryOf('"work" in tags && pinned'))).toMatchObject({ driver: "tag work" });
  const tag = await explain(queryOf('"work" in tags'));
  expect(tag).toMatchObject({ driver: "tag work", place: "here" });
  expect(tag.sql).not.toContain("filter_tag");
  // Scans the same rows, but evaluates more conditions.
  const one = await explain(queryOf('tags.exists_one(t, t == "work")'));
  expect(one.driver).toBe("tag work");
  expect(one.sql).toContain("filter_tag");
  const text = await explain(queryOf('content.contains("needle 7")'));
  expect(text).toMatchObject({ driver: "text, 11 rows", usesTextIndex: true });
  // PostgreSQL doesn't find the page during planning.
  expect(text.place).toBe(lacks("fts5") ? "stepped" : "here");
  // Hits of PostgreSQL's index are exact; those of FTS5 must be verified.
  if (!lacks("fts5")) expect(text.sql).toContain("tidemark_text");
  const either = 'content.contains("needle 7") || pinned';
  const asks = { driver: "order", usesTextIndex: !lacks("fts5") };
  expect(await explain(queryOf(either))).toMatchObject(asks);
  expect(await explain(queryOf('content.matches("7$")'))).toMatchObject({
    driver: "order",
    usesTextIndex: false,
    place: "worker",
  });
  const everybodys = await explain(queryOf('visibility == "PUBLIC"'));
  expect(everybodys).toMatchObject({ driver: "shared", place: "here", rows: 0 });
  expect(await explain(queryOf("pinned", "m1"))).toMatchObject({ driver: "comments" });
});

test("F24 · one or two code points are found by the text index, also at the very end", async () => {
  await using open = await tempDatabase();
  const texts = {
    end: "it ends in 日",
    start: "日 begins it",
    middle: "in 日 the midst",
    two: "日本",
  };
  await open.database.write(async (stores) => {
    for (const [id, content] of Object.entries(texts)) {
      await saveRow(stores, memoRow(id, { content }));
    }
    for (let n = 0; n < 100; n += 1)
      await saveRow(stores, memoRow(`m${n}`, { content: `memo ${n}` }));
  });
  const found = async (needle: string): Promise<string[]> => {
    const query = queryOf(`content.contains("${needle}")`);
    const { explained, memos } = await open.database.read(async ({ memos: reader }) => ({
      explained: await reader.explain(query),
      memos: await reader.list(query),
    }));
    if (!lacks("fts5")) {
      expect(explained, needle).toMatchObject({ usesTextIndex: true });
      expect(explained.driver, needle).toMatch(/^text, \d rows$/);
    }
    return memos.map(({ id }) => id).toSorted();
  };
  expect(await found("日")).toEqual(["end", "middle", "start", "two"]);
  expect(await found("日本")).toEqual(["two"]);
  expect(await found("本")).toEqual(["two"]);
  expect(await found(" 日")).toEqual(["end", "middle"]);
});
