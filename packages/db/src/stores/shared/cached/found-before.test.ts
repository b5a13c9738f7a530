import type { MemoListQuery, ReadStores } from "@tidemark/core";
import { compileFilter, memoFilterSchema } from "@tidemark/core/filter";
import type { MemoRow, ReadAccess } from "@tidemark/core/model";
import { describe, expect, test } from "vitest";
import type { TempDatabase } from "../../../../tests/all-stores.ts";
import { lacks, openSqliteConnection } from "../../../../tests/engine.ts";
import { baseMs, memoRow, saveRow, tempDatabase } from "../../../../tests/temp-database.ts";
import { createKeptPages } from "./kept-pages.ts";

// A connection reuses its results until the next commit.
test.skipIf(lacks("plans"))(
  "results are valid until the next commit of any connection",
  async () => {
    await using open = await tempDatabase();
    await open.database.write(async (stores) => {
      await saveRow(stores, memoRow("m", { content: "ebb", seq: 1 }));
    });
    const look = () =>
      open.database.read(async ({ memos }) => ({
        content: (await memos.find("m"))?.content,
        withParts: await memos.idsWithParts(["m"]),
      }));
    const bare = { content: "ebb", withParts: [] };
    expect([await look(), await look(), await look()]).toEqual([bare, bare, bare]);
    const other = openSqliteConnection({ file: open.file, readonly: false });
    try {
      other.run("UPDATE memo SET content = 'flood', seq = 2 WHERE id = 'm'");
      expect([await look(), await look()]).toEqual([
        { content: "flood", withParts: [] },
        { content: "flood", withParts: [] },
      ]);
      other.run("INSERT INTO memo_element VALUES ('m', 'reaction', 'x', 'null', '')");
      expect(await look()).toEqual({ content: "flood", withParts: ["m"] });
      other.run("DELETE FROM memo_element");
      expect(await look()).toEqual({ content: "flood", withParts: [] });
    } finally {
      other.close();
    }
  },
);

// WebAssembly has one connection, on which a write waits for the read to end.
test.skipIf(lacks("backups"))("a read finds the state at its beginning", async () => {
  await using open = await tempDatabase();
  await open.database.write(async (stores) => {
    await saveRow(stores, memoRow("m", { content: "ebb", seq: 1 }));
  });
  const content = async () =>
    open.database.read(async ({ memos }) => (await memos.find("m"))?.content);
  await content();
  const [early, late] = await open.database.read(async ({ memos }) => {
    const before = (await memos.find("m"))?.content;
    await open.database.write(async (stores) => {
      await saveRow(stores, memoRow("m", { content: "flood", seq: 2 }));
    });
    expect(await content()).toBe("flood");
    return [before, (await memos.find("m"))?.content];
  });
  expect([early, late]).toEqual(["ebb", "ebb"]);
  expect(await content()).toBe("flood");
});

const readers: Readonly<Record<string, ReadAccess>> = {
  alice: { user: "users/alice", spaces: [] },
  bob: { user: "users/bob", spaces: [] },
  bobInRed: { user: "users/bob", spaces: ["spaces/red"] },
  anybody: { user: null, spaces: [] },
};

function listQuery(access: ReadAccess, cel: string, nowMs = baseMs): MemoListQuery {
  const filter = compileFilter(cel, { schema: memoFilterSchema, nowMs });
  if (!filter.ok) throw new Error(filter.error.message);
  return {
    access,
    state: "NORMAL",
    trash: "none",
    parent: null,
    filter: filter.value,
    order: [],
    after: null,
    offset: 0,
    limit: 50,
  };
}

describe("a cached page", () => {
  /** Returns the list of each reader, queried twice: the second answer may come from the cache. */
  const foundBy = (open: TempDatabase, cel = 'content.contains("ebb")') =>
    open.database.read(async ({ memos }) => {
      const found: Record<string, string[]> = {};
      for (const [name, access] of Object.entries(readers)) {
        const ids = async (): Promise<string[]> =>
          (await memos.list(listQuery(access, cel))).map(({ id }) => id);
        found[name] = await ids();
        expect(await ids()).toEqual(found[name]);
      }
      return found;
    });
  const none = { alice: [], bob: [], bobInRed: [], anybody: [] };

  test("is separate for each reader, and invalid after the next commit", async () => {
    await using open = await tempDatabase("server");
    let seq = 0;
    const save = (id: string, changes: Partial<MemoRow>) =>
      open.database.write((stores) => saveRow(stores, memoRow(id, { seq: ++seq, ...changes })));
    await save("m", { content: "ebb" });
    expect(await foundBy(open)).toEqual({ ...none, alice: ["m"] });
    await save("m", { content: "ebb", visibility: "SPACE", space: "spaces/red" });
    expect(await foundBy(open)).toEqual({ ...none, alice: ["m"], bobInRed: ["m"] });
    await save("m", { content: "ebb", visibility: "PROTECTED" });
    const all = { alice: ["m"], bob: ["m"], bobInRed: ["m"], anybody: ["m"] };
    expect(await foundBy(open)).toEqual({ ...all, anybody: [] });
    await save("m", { content: "ebb", visibility: "PUBLIC" });
    expect(await foundBy(open)).toEqual(all);
    await save("m", { content: "flood", visibility: "PUBLIC" });
    expect(await foundBy(open)).toEqual(none);
    await save("m", { content: "ebb", visibility: "PUBLIC" });
    await save("later", { content: "#work ebb", createdMs: baseMs + 1 });
    expect(await foundBy(open)).toEqual({ ...all, alice: ["later", "m"] });
    await save("later", { content: "ebb", createdMs: baseMs + 1, deletedMs: baseMs });
    expect(await foundBy(open)).toEqual(all);
    await open.database.write(({ memos }) => memos.remove("m"));
    expect(await foundBy(open)).toEqual(none);
    const undone = open.database.write(async (stores) => {
      await saveRow(stores, memoRow("m", { content: "ebb", seq: 99 }));
      throw new Error("no");
    });
    await expect(undone).rejects.toThrow("no");
    expect(await foundBy(open)).toEqual(none);
  });

  test.skipIf(lacks("plans"))("is invalid after a commit of another connection", async () => {
    await using open = await tempDatabase("server");
    await open.database.write((stores) =>
      saveRow(stores, memoRow("m", { content: "ebb", seq: 1 })),
    );
    expect(await foundBy(open, "!pinned")).toEqual({ ...none, alice: ["m"] });
    const other = openSqliteConnection({ file: open.file, readonly: false });
    try {
      other.run("UPDATE memo SET pinned = 1, seq = 2 WHERE id = 'm'");
      expect(await foundBy(open, "!pinned")).toEqual(none);
    } finally {
      other.close();
    }
  });

  test.skipIf(lacks("backups"))("has the state at the beginning of its read", async () => {
    await using open = await tempDatabase("server");
    const save = (content: string, seq: number) =>
      open.database.write((stores) => saveRow(stores, memoRow("m", { content, seq })));
    await save("ebb", 1);
    const query = listQuery({ user: "users/alice", spaces: [] }, 'content.contains("ebb")');
    const idsOf = async ({ memos }: Pick<ReadStores, "memos">): Promise<string[]> =>
      (await memos.list(query)).map(({ id }) => id);
    const found = await open.database.read(async (stores) => {
      const before = await idsOf(stores);
      await save("flood", 2);
      return [before, await open.database.read(idsOf), await idsOf(stores)];
    });
    expect(found).toEqual([["m"], [], ["m"]]);
    expect(await open.database.read(idsOf)).toEqual([]);
  });

  test("is separate for each filter, order, size, offset and now", async () => {
    await using open = await tempDatabase("server");
    await open.database.write(async (stores) => {
      for (const [at, id] of ["a", "b", "c"].entries()) {
        const row = { content: `ebb ${id}`, createdMs: baseMs + at, pinned: id === "a" };
        await saveRow(stores, memoRow(id, { ...row, seq: at + 1 }));
      }
    });
    const query = listQuery(
      readers["alice"] ?? { user: null, spaces: [] },
      'content.contains("ebb")',
    );
    const asked: readonly (readonly [Partial<MemoListQuery>, readonly string[]])[] = [
      [{}, ["c", "b", "a"]],
      [{ limit: 1 }, ["c"]],
      [{ offset: 1 }, ["b", "a"]],
      [{ order: [{ field: "create_time", direction: "asc" }] }, ["a", "b", "c"]],
      [{ after: { values: [baseMs + 2, 3], id: "c" } }, ["b", "a"]],
      [{ state: "ARCHIVED" }, []],
      [{ trash: "only" }, []],
      [{ among: "everybody" }, []],
      [{ reach: "comments" }, []],
      [{ parent: "a" }, []],
      [{ filter: null }, ["c", "b", "a"]],
      [listQuery(query.access, "pinned"), ["a"]],
      [listQuery(query.access, "created_ts < now", baseMs + 1), ["a"]],
      [listQuery(query.access, "created_ts < now", baseMs + 2), ["b", "a"]],
    ];
    await open.database.read(async ({ memos }) => {
      for (const [changes, expected] of [...asked, ...asked]) {
        const ids = (await memos.list({ ...query, ...changes })).map(({ id }) => id);
        expect(ids, JSON.stringify(changes.filter?.source ?? changes)).toEqual(expected);
      }
    });
  });
});

test("cached pages have a size limit and are found by their own query only", () => {
  const pages = createKeptPages();
  const query = (cel: string) => listQuery({ user: "users/alice", spaces: [] }, cel);
  const pks = Array.from({ length: 1000 }, (_, at) => at);
  let kept = 0;
  for (let n = 0; n < 200; n += 1) pages.keep(query(`content.contains("${n}")`), pks);
  for (let n = 0; n < 200; n += 1) {
    if (pages.find(query(`content.contains("${n}")`)) !== undefined) kept += 1;
  }
  expect(kept).toBeGreaterThan(0);
  expect(kept * pks.length * 8).toBeLessThan(256_000);
  expect(pages.find(query('content.contains("x")'))).toBeUndefined();
});
