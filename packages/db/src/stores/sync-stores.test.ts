import type { FeedRow, OpResultRecord, RevisionRecord } from "@tidemark/core";
import { describe, expect, test } from "vitest";
import { tempDatabase } from "../../tests/temp-database.ts";
import { epochKey } from "@tidemark/core/sync/server";

describe("meta", () => {
  test("stores, replaces and deletes single values", async () => {
    await using open = await tempDatabase();
    const values = await open.database.write(async ({ meta }) => {
      const seen = [await meta.get(epochKey)];
      for (const value of ["one", "two", null]) {
        await meta.set(epochKey, value);
        seen.push(await meta.get(epochKey));
      }
      return seen;
    });
    expect(values).toEqual([null, "one", "two", null]);
  });

  test("counts changes from 1 without gaps after a rollback", async () => {
    await using open = await tempDatabase();
    const { database } = open;
    expect(await database.read(({ meta }) => meta.headSeq())).toBe(0);
    expect(await database.write(({ meta }) => meta.nextSeq())).toBe(1);
    const undone = database.write(async ({ meta }) => {
      expect(await meta.nextSeq()).toBe(2);
      throw new Error("undo");
    });
    await expect(undone).rejects.toThrow("undo");
    expect(await database.write(({ meta }) => meta.nextSeq())).toBe(2);
    expect(await database.read(({ meta }) => meta.headSeq())).toBe(2);
  });
});

test("C2 · the newest stamp is stored with the number of the last change, and never decreases", async () => {
  await using temp = await tempDatabase("server");
  const { database } = temp;
  const stand = () => database.read(({ meta }) => meta.changePosition());
  expect(await stand()).toEqual({ headSeq: 0, newestStamp: null, milestone: null });
  await database.write(async ({ meta }) => {
    expect(await meta.nextSeq("000000000002-0000-b")).toBe(1);
    expect(await meta.nextSeq("000000000001-0000-c")).toBe(2);
    await meta.nextSeq();
    await meta.setMilestone("0.x");
  });
  const changePosition = { headSeq: 3, newestStamp: "000000000002-0000-b", milestone: "0.x" };
  expect(await stand()).toEqual(changePosition);
  await expect(
    database.write(async ({ meta }) => {
      await meta.nextSeq("000000000009-0000-b");
      await meta.setMilestone("1.y");
      throw new Error("undone");
    }),
  ).rejects.toThrow("undone");
  expect(await stand()).toEqual(changePosition);
});

describe("the feed", () => {
  const row = (changes: Partial<FeedRow>): FeedRow => ({
    scope: "pub",
    kind: "memo",
    entity: "m1",
    seq: 1,
    op: "up",
    ...changes,
  });

  test("I12 · has one row per entity and scope: the newest", async () => {
    await using open = await tempDatabase();
    const newest = row({ seq: 9, op: "evict" });
    const own = row({ scope: "u:alice", seq: 2 });
    await open.database.write(async ({ feed }) => {
      for (const one of [row({}), own, newest]) await feed.put(one);
    });
    await open.database.write(async ({ feed }) => {
      expect(await feed.scopesOf("memo", "m1")).toEqual([newest, own]);
      expect(await feed.scopesOf("memo", "m2")).toEqual([]);
      expect([...(await feed.scopesOfMany("memo", ["m2", "m1"]))]).toEqual([["m1", [newest, own]]]);
      expect(await feed.page("pub", 0, 10)).toEqual([newest]);
    });
  });

  test("is paged by seq within one scope", async () => {
    await using open = await tempDatabase();
    await open.database.write(async ({ feed }) => {
      for (const seq of [5, 3, 1, 4]) await feed.put(row({ entity: `m${seq}`, seq }));
      await feed.put(row({ scope: "s:g", entity: "other", seq: 2 }));
    });
    const page = (after: number): Promise<FeedRow[]> =>
      open.database.read(({ feed }) => feed.page("pub", after, 2));
    expect((await page(0)).map((one) => one.seq)).toEqual([1, 3]);
    expect((await page(3)).map((one) => one.seq)).toEqual([4, 5]);
    expect(await page(5)).toEqual([]);
  });
});

describe("streams and results", () => {
  test("store the position and the result of every operation until it is old", async () => {
    await using open = await tempDatabase();
    const stream = {
      id: "s1",
      device: "Laptop",
      user: "users/alice" as const,
      lastN: 1,
      lastSeenMs: 5,
      newestMoved: null,
      confirmedSeq: 7,
    };
    const result = (n: number, atMs: number): OpResultRecord => ({
      streamId: "s1",
      n,
      payloadHash: `hash${n}`,
      code: n === 2 ? "denied" : "applied",
      atMs,
    });
    await open.database.write(async ({ streams }) => {
      await streams.save({ ...stream, lastN: 0, lastSeenMs: 0 });
      await streams.save(stream);
      for (const one of [result(1, 10), result(2, 20)]) await streams.addResult(one);
    });
    await open.database.read(async ({ streams }) => {
      expect(await streams.find("s1")).toEqual(stream);
      expect(await streams.find("s2")).toBeNull();
      expect(await streams.findResult("s1", 2)).toEqual(result(2, 20));
    });
    await open.database.write(async ({ streams }) => {
      expect(await streams.wasApplied("users/alice", "hash1")).toBe(true);
      expect(await streams.wasApplied("users/bob", "hash1")).toBe(false);
      // This one was rejected.
      expect(await streams.wasApplied("users/alice", "hash2")).toBe(false);
    });
    await open.database.write(({ streams }) => streams.removeResultsBefore(20));
    await open.database.read(async ({ streams }) => {
      expect(await streams.findResult("s1", 1)).toBeNull();
      expect(await streams.findResult("s1", 2)).toEqual(result(2, 20));
    });
  });

  test("a second result for the same position throws", async () => {
    await using open = await tempDatabase();
    const result = { streamId: "s", n: 1, payloadHash: "h", code: "applied", atMs: 1 };
    const twice = open.database.write(async ({ streams }) => {
      await streams.addResult(result);
      await streams.addResult({ ...result, code: "denied" });
    });
    await expect(twice).rejects.toThrow(/UNIQUE|unique/);
  });
});

describe("revisions", () => {
  test("are listed newest first, in order of insertion within a millisecond", async () => {
    await using open = await tempDatabase();
    const revision = (id: string, atMs: number, memo = "m1"): RevisionRecord => ({
      id,
      memo,
      content: `text ${id}`,
      author: "users/alice",
      device: "Laptop",
      reason: "merge",
      atMs,
    });
    const all = [revision("z", 5), revision("b", 7), revision("a", 7), revision("x", 9, "m2")];
    await open.database.write(async ({ revisions }) => {
      for (const one of all) await revisions.add(one);
    });
    await open.database.read(async ({ revisions }) => {
      expect(await revisions.listByMemo("m1", 10)).toEqual([all[2], all[1], all[0]]);
      expect(await revisions.listByMemo("m1", 1)).toEqual([all[2]]);
      expect(await revisions.latest("m2")).toEqual({ id: "x", atMs: 9, reason: "merge" });
      expect(await revisions.latest("m3")).toBeNull();
    });
  });
});

describe("tombstones", () => {
  test("record purged entities by kind", async () => {
    await using open = await tempDatabase();
    const known = await open.database.write(async ({ tombstones }) => {
      await tombstones.add("memo", "m1", 3, 100);
      await tombstones.add("memo", "m1", 4, 200);
      return [
        await tombstones.has("memo", "m1"),
        await tombstones.has("view", "m1"),
        await tombstones.has("memo", "m2"),
      ];
    });
    expect(known).toEqual([true, false, false]);
  });
});
