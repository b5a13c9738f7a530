import type { MemoOp } from "@tidemark/core/merge";
import { describe, expect, test } from "vitest";
import { memoRow, saveRow, tempDatabase } from "../../../tests/temp-database.ts";

function op(entity: string, pinned = true): MemoOp {
  return { kind: "memo.set", entity, stamp: "018bcfe56800-0000-a", set: { pinned } };
}

function edit(entity: string, base?: string): MemoOp {
  return {
    kind: "memo.text",
    entity,
    stamp: "018bcfe56800-0000-a",
    gen: 1,
    update: "",
    baseSha: "a".repeat(64),
    resultSha: "b".repeat(64),
    updatedMs: 1,
    edit: { at: 0, remove: 1, insert: "x", ...(base === undefined ? {} : { base }) },
  };
}

describe("the outbox", () => {
  test("numbers operations from 1 and never reuses a number", async () => {
    await using open = await tempDatabase("device");
    const numbers = await open.database.write(async ({ outbox }) => {
      const given = [await outbox.append(op("a"), 1), await outbox.append(op("b"), 2)];
      await outbox.remove(given);
      return [...given, await outbox.append(op("c"), 3)];
    });
    expect(numbers).toEqual([1, 2, 3]);
  });

  test("returns pending operations in order, of all or of one entity", async () => {
    await using open = await tempDatabase("device");
    await open.database.write(async ({ outbox }) => {
      for (const [index, entity] of ["a", "b", "a", "c"].entries()) {
        await outbox.append(op(entity), index);
      }
      await outbox.markSent([1, 2]);
      await outbox.reject(2, "denied");
    });
    await open.database.read(async ({ outbox }) => {
      const pending = await outbox.pending(2);
      expect(pending).toEqual([
        { n: 1, op: op("a"), state: "pending", attempts: 1, error: null, atMs: 0 },
        { n: 3, op: op("a"), state: "pending", attempts: 0, error: null, atMs: 2 },
      ]);
      expect((await outbox.pendingOf("a")).map((row) => row.n)).toEqual([1, 3]);
      expect(await outbox.pendingOf("b")).toEqual([]);
      expect(await outbox.countPending()).toBe(3);
      expect((await outbox.marksAmong(["a", "b", "x"])).waiting).toEqual(new Set(["a"]));
      expect(await outbox.rejected(10)).toEqual([
        { n: 2, op: op("b"), state: "rejected", attempts: 1, error: "denied", atMs: 1 },
      ]);
    });
  });

  test("returns waiting operations of an entity in order of creation, without rejected ones", async () => {
    await using open = await tempDatabase("device");
    const waiting = await open.database.write(async ({ outbox }) => {
      await outbox.append(op("a"), 1);
      await outbox.append(op("b"), 2, "blocked");
      await outbox.append(op("a"), 3, "blocked");
      await outbox.reject(await outbox.append(op("a"), 4), "denied");
      await outbox.append(op("a"), 5);
      return outbox.waitingOn("a");
    });
    expect(waiting.map(({ n, state }) => [n, state])).toEqual([
      [1, "pending"],
      [-2, "blocked"],
      [3, "pending"],
    ]);
  });

  test("T3g · adds its base to a pending edit that was sent, and to nothing else", async () => {
    await using open = await tempDatabase("device");
    const base = 'the "price"\n 10';
    await open.database.write(async ({ outbox }) => {
      await outbox.append(edit("a"), 1);
      await outbox.append(op("b"), 1);
      await outbox.markSent([1]);
      await outbox.addEditBase(1, base);
    });
    const [sent] = await open.database.read(({ outbox }) => outbox.pending(10));
    expect(sent).toMatchObject({ attempts: 1, op: edit("a", base) });
    const other = open.database.write(({ outbox }) => outbox.addEditBase(2, base));
    await expect(other).rejects.toThrow("is no pending edit");
  });

  test("replaces an operation that was never sent and refuses one that was", async () => {
    await using open = await tempDatabase("device");
    await open.database.write(async ({ outbox }) => {
      await outbox.append(op("a", true), 1);
      await outbox.append(op("b", true), 1);
      await outbox.markSent([1]);
      await outbox.replace(2, op("b", false));
    });
    const sent = open.database.write(({ outbox }) => outbox.replace(1, op("a", false)));
    await expect(sent).rejects.toThrow("was sent");
    const pending = await open.database.read(({ outbox }) => outbox.pending(10));
    expect(pending.map((row) => row.op)).toEqual([op("a", true), op("b", false)]);
  });

  test("R7 · renumbers pending operations from 1 as unsent, and continues from there", async () => {
    await using open = await tempDatabase("device");
    await open.database.write(async ({ outbox }) => {
      for (const entity of ["a", "b", "c", "d", "e"]) await outbox.append(op(entity), 1);
      await outbox.remove([2]);
      await outbox.reject(1, "first");
      await outbox.reject(4, "second");
      await outbox.markSent([3, 5]);
      await outbox.renumber();
      await outbox.renumber();
      expect(await outbox.append(op("f"), 1)).toBe(3);
      await outbox.reject(1, "third");
      await outbox.renumber();
    });
    await open.database.read(async ({ outbox }) => {
      const pending = await outbox.pending(10);
      expect(pending.map((row) => [row.n, row.op.entity, row.attempts])).toEqual([
        [1, "e", 0],
        [2, "f", 0],
      ]);
      const rejected = await outbox.rejected(10);
      expect(new Map(rejected.map((row) => [row.op.entity, row.error]))).toEqual(
        new Map([
          ["a", "first"],
          ["d", "second"],
          ["c", "third"],
        ]),
      );
      expect(rejected.every((row) => row.n < 0)).toBe(true);
    });
  });

  test("marks and removes more rows than one statement can bind", async () => {
    await using open = await tempDatabase("device");
    const left = await open.database.write(async ({ outbox }) => {
      const ns: number[] = [];
      for (let index = 0; index < 1100; index += 1) ns.push(await outbox.append(op("a"), 1));
      await outbox.markSent(ns);
      const sent = (await outbox.pending(2000)).filter((row) => row.attempts === 1).length;
      await outbox.remove(ns);
      return { sent, pending: await outbox.countPending() };
    });
    expect(left).toEqual({ sent: 1100, pending: 0 });
  });
});

describe("bases", () => {
  test("distinguish an absent entity from one without a base, and return row and document unchanged", async () => {
    await using open = await tempDatabase("device");
    const row = memoRow("m1", { extra: { later: [1, null] }, deletedMs: 5 });
    const state = new Uint8Array([7, 0, 255]);
    await open.database.write(async ({ bases }) => {
      expect(await bases.get("m1")).toBeUndefined();
      await bases.set("m1", null);
      expect(await bases.get("m1")).toEqual({ entity: null });
      await bases.set("m1", { row, text: { gen: 2, state }, elements: [] });
      expect(await bases.get("m1")).toEqual({
        entity: { row, text: { gen: 2, state }, elements: [] },
      });
      await bases.set("m1", { row, text: { gen: 2, state: null }, elements: [] });
      expect(await bases.get("m1")).toEqual({
        entity: { row, text: { gen: 2, state: null }, elements: [] },
      });
      await bases.remove("m1");
      expect(await bases.get("m1")).toBeUndefined();
    });
  });
});

describe("cursors, evictions and deferred changes", () => {
  test("cursors are stored by scope and reset together", async () => {
    await using open = await tempDatabase("device");
    await open.database.write(async ({ cursors }) => {
      for (const [scope, seq] of [
        ["u:alice", 3],
        ["pub", 4],
        ["u:alice", 9],
      ] as const) {
        await cursors.set(scope, seq);
      }
    });
    const all = await open.database.read(({ cursors }) => cursors.all());
    expect(all).toEqual(
      new Map([
        ["pub", 4],
        ["u:alice", 9],
      ]),
    );
    const left = await open.database.write(async ({ cursors }) => {
      await cursors.reset();
      return cursors.all();
    });
    expect(left.size).toBe(0);
  });

  test("R4 · the seq of the last eviction is stored until a reset", async () => {
    await using open = await tempDatabase("device");
    const seen = await open.database.write(async ({ evicted }) => {
      const values = [await evicted.get("m1")];
      await evicted.set("m1", 3);
      await evicted.set("m1", 8);
      values.push(await evicted.get("m1"));
      await evicted.reset();
      return [...values, await evicted.get("m1")];
    });
    expect(seen).toEqual([null, 8, null]);
  });

  test("R9 · deferred changes are returned in seq order, the newest of each entity", async () => {
    await using open = await tempDatabase("device");
    await open.database.write(async ({ deferred }) => {
      await deferred.put("mood", "e1", 5, "old");
      await deferred.put("mood", "e2", 6, "two");
      await deferred.put("mood", "e1", 7, "new");
      await deferred.put("mood", "e1", 4, "overtaken");
      await deferred.put("view", "e1", 8, "other kind");
      await deferred.remove("view", "e1");
      expect(await deferred.all()).toEqual([
        { kind: "mood", entity: "e2", seq: 6, payload: "two" },
        { kind: "mood", entity: "e1", seq: 7, payload: "new" },
      ]);
    });
  });
});

describe("known memos", () => {
  test("have a row, a pending or rejected operation, a base, or an eviction", async () => {
    await using open = await tempDatabase("device");
    const unknown = await open.database.write(async (stores) => {
      await saveRow(stores, memoRow("row"));
      await stores.outbox.append(op("waits"), 1);
      await stores.outbox.reject(await stores.outbox.append(op("refused"), 1), "denied");
      await stores.bases.set("base", null);
      await stores.evicted.set("evicted", 1);
      const ids = ["row", "none", "waits", "refused", "base", "evicted", 'no"ne'];
      return stores.known.unknownMemos(ids);
    });
    expect(unknown).toEqual(new Set(["none", 'no"ne']));
  });
});
