import type { Database, MemoListQuery } from "@tidemark/core";
import { deriveMemo } from "@tidemark/core/markdown";
import type { MemoRecord } from "@tidemark/core/model";
import { describe, expect, test } from "vitest";
import { memoRow, saveRow, tempDatabase } from "../../../../tests/temp-database.ts";
import { createCachedMemos, type CachedMemos } from "./cached-memos.ts";

function record(number: number, changes: { seq?: number; content?: string } = {}): MemoRecord {
  const row = memoRow(`m${number}`, { seq: 1, ...changes });
  return { ...row, ...deriveMemo(row.content), number };
}

function keep(kept: CachedMemos, memo: MemoRecord): void {
  kept.keep(memo, memo.content.length);
}

const everything: MemoListQuery = {
  access: { user: "users/alice", spaces: [] },
  state: "NORMAL",
  trash: "none",
  parent: null,
  filter: null,
  order: [],
  after: null,
  offset: 0,
  limit: 50,
};

function readBoth(database: Database): Promise<[MemoRecord | null, MemoRecord | undefined]> {
  return database.read(async ({ memos }) => [
    await memos.find("m"),
    (await memos.list(everything)).find(({ id }) => id === "m"),
  ]);
}

describe("cached memos", () => {
  test("are found only by the seq at which they were read", () => {
    const kept = createCachedMemos();
    const memo = record(1, { seq: 7 });
    keep(kept, memo);
    expect(kept.find({ pk: 1, seq: 7 })?.memo).toBe(memo);
    expect(kept.find({ pk: 1, seq: 8 })).toBeUndefined();
    expect(kept.find({ pk: 2, seq: 7 })).toBeUndefined();
  });

  test("are evicted when others are used, half of them at a time", () => {
    const kept = createCachedMemos(4);
    const left = () => [1, 2, 3, 4, 5, 6].filter((pk) => kept.find({ pk, seq: 1 }) !== undefined);
    for (const number of [1, 2]) keep(kept, record(number));
    kept.find({ pk: 1, seq: 1 });
    keep(kept, record(3));
    expect(kept.find({ pk: 2, seq: 1 })).toBeUndefined();
    for (const number of [4, 5, 6]) keep(kept, record(number));
    expect(left()).not.toContain(1);
    expect(left()).toContain(6);
    expect(left().length).toBeLessThanOrEqual(4);
  });

  test("are evicted by total text size, counting a replaced one once", () => {
    const kept = createCachedMemos();
    const content = "x".repeat(900_000);
    for (let seq = 1; seq <= 5; seq += 1) keep(kept, record(1, { seq, content }));
    keep(kept, record(2, { content }));
    expect(kept.find({ pk: 1, seq: 5 })).toBeDefined();
    for (const number of [3, 4, 5, 6, 7]) keep(kept, record(number, { content }));
    expect(kept.find({ pk: 1, seq: 5 })).toBeUndefined();
    expect(kept.find({ pk: 2, seq: 1 })).toBeUndefined();
    expect(kept.find({ pk: 7, seq: 1 })).toBeDefined();
  });

  test("exclude memos without a seq, whose changes could not be detected", () => {
    const kept = createCachedMemos();
    keep(kept, record(1, { seq: 0 }));
    expect(kept.find({ pk: 1, seq: 0 })).toBeUndefined();
  });
});

describe("a server's database", () => {
  test("returns the same record as long as the memo has not changed", async () => {
    await using open = await tempDatabase("server");
    await open.database.write((stores) => saveRow(stores, memoRow("m", { seq: 1 })));
    const [found, listed] = await readBoth(open.database);
    expect(listed).toBe(found);
    await open.database.write((stores) => saveRow(stores, memoRow("other", { seq: 2 })));
    expect((await readBoth(open.database))[1]).toBe(found);
  });

  test("returns every change after its commit, and none that was rolled back", async () => {
    await using open = await tempDatabase("server");
    await open.database.write((stores) => saveRow(stores, memoRow("m", { seq: 1, content: "a" })));
    await readBoth(open.database);
    const undone = open.database.write(async (stores) => {
      await saveRow(stores, memoRow("m", { seq: 2, content: "undone" }));
      await readBoth(open.database);
      throw new Error("no");
    });
    await expect(undone).rejects.toThrow("no");
    expect((await readBoth(open.database)).map((memo) => memo?.content)).toEqual(["a", "a"]);
    await open.database.write((stores) => saveRow(stores, memoRow("m", { seq: 2, content: "b" })));
    expect((await readBoth(open.database)).map((memo) => memo?.content)).toEqual(["b", "b"]);
    await open.database.write((stores) => stores.memos.remove("m"));
    expect(await readBoth(open.database)).toEqual([null, undefined]);
  });

  test("returns an older state to a read that began before the change", async () => {
    await using open = await tempDatabase("server");
    await open.database.write((stores) => saveRow(stores, memoRow("m", { seq: 1, content: "a" })));
    await open.database.read(async ({ memos }) => {
      expect((await memos.find("m"))?.content).toBe("a");
      await open.database.write((stores) =>
        saveRow(stores, memoRow("m", { seq: 2, content: "b" })),
      );
      expect((await readBoth(open.database))[0]?.content).toBe("b");
      expect((await memos.find("m"))?.content).toBe("a");
    });
  });
});

test("a device's database caches no memos, which can change without a new seq", async () => {
  await using open = await tempDatabase("device");
  await open.database.write((stores) => saveRow(stores, memoRow("m", { seq: 1, content: "a" })));
  await readBoth(open.database);
  await open.database.write((stores) => saveRow(stores, memoRow("m", { seq: 1, content: "b" })));
  expect((await readBoth(open.database)).map((memo) => memo?.content)).toEqual(["b", "b"]);
});
