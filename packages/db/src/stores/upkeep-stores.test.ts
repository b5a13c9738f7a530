import { describe, expect, test } from "vitest";
import { memoRow, saveRow, tempDatabase } from "../../tests/temp-database.ts";

const dayMs = 86_400_000;

describe("past texts", () => {
  const past = (content: string, atMs: number, isServed = false) => ({
    memo: "m1",
    sha: `${content}${"0".repeat(64)}`.slice(0, 64),
    content,
    atMs,
    isServed,
  });

  test("are found by hash prefix, for their own memo only", async () => {
    await using open = await tempDatabase();
    await open.database.write(({ pastTexts }) => pastTexts.keep(past("ab", 1)));
    await open.database.read(async ({ pastTexts }) => {
      expect(await pastTexts.find("m1", "ab00")).toBe("ab");
      expect(await pastTexts.find("m1", "ab1")).toBeNull();
      expect(await pastTexts.find("m2", "ab00")).toBeNull();
    });
  });

  test("are limited per memo, and served ones are stored separately", async () => {
    await using open = await tempDatabase();
    const hex = (n: number): string => n.toString(16).padStart(4, "0");
    await open.database.write(async ({ pastTexts }) => {
      await pastTexts.keep(past("5e", 1, true));
      for (let n = 0; n < 100; n += 1) await pastTexts.keep(past(hex(n), n));
    });
    await open.database.read(async ({ pastTexts }) => {
      expect(await pastTexts.find("m1", "5e00")).toBe("5e");
      expect(await pastTexts.find("m1", hex(99))).toBe(hex(99));
      expect(await pastTexts.find("m1", hex(50))).toBeNull();
    });
  });

  test("of a long memo include at least the newest", async () => {
    await using open = await tempDatabase();
    const long = (digit: string) => past(digit.repeat(600_000), 1);
    await open.database.write(async ({ pastTexts }) => {
      await pastTexts.keep(long("1"));
      await pastTexts.keep(long("2"));
    });
    await open.database.read(async ({ pastTexts }) => {
      expect(await pastTexts.find("m1", "2222")).toHaveLength(600_000);
      expect(await pastTexts.find("m1", "1111")).toBeNull();
    });
  });
});

describe("R14a · ended documents", () => {
  const state = (gen: number) => Uint8Array.of(0, gen);
  const ended = (gen: number, atMs: number) => ({ memo: "m1", gen, state: state(gen), atMs });

  test("are found by memo and generation, until they expire or their memo is deleted", async () => {
    await using open = await tempDatabase();
    await open.database.write(async ({ endedDocuments }) => {
      await endedDocuments.keep(ended(1, 1));
      await endedDocuments.keep(ended(2, 5));
      expect(await endedDocuments.find("m1", 1)).toEqual(state(1));
      expect(await endedDocuments.find("m1", 2)).toEqual(state(2));
      expect(await endedDocuments.find("m2", 1)).toBeNull();
      expect(await endedDocuments.removeBefore(5, 10)).toBe(1);
      expect(await endedDocuments.find("m1", 1)).toBeNull();
      await endedDocuments.removeByMemo("m1");
      expect(await endedDocuments.find("m1", 2)).toBeNull();
    });
  });

  test("are the newest few of each memo", async () => {
    await using open = await tempDatabase();
    await open.database.write(async ({ endedDocuments }) => {
      for (let gen = 1; gen <= 20; gen += 1) await endedDocuments.keep(ended(gen, gen));
      expect(await endedDocuments.find("m1", 8)).toBeNull();
      expect(await endedDocuments.find("m1", 9)).not.toBeNull();
    });
  });
});

describe("revisions older than a time", () => {
  test("T10c · are thinned to the last one of each memo and day, a bounded number at a time", async () => {
    await using open = await tempDatabase();
    const add = (id: string, memo: string, atMs: number) => ({
      id,
      memo,
      content: id,
      author: "users/alice" as const,
      device: "Laptop",
      reason: "edit" as const,
      atMs,
    });
    const left = await open.database.write(async ({ revisions }) => {
      await revisions.add(add("a", "m1", dayMs + 1));
      await revisions.add(add("b", "m1", dayMs + 2));
      await revisions.add(add("c", "m1", 2 * dayMs - 1));
      await revisions.add(add("d", "m1", 2 * dayMs));
      await revisions.add(add("e", "m2", dayMs + 1));
      await revisions.add(add("f", "m1", 5 * dayMs));
      await revisions.add(add("g", "m1", 5 * dayMs + 1));
      expect(await revisions.thin(5 * dayMs, 1)).toBe(1);
      expect(await revisions.thin(5 * dayMs, 10)).toBe(1);
      expect(await revisions.thin(5 * dayMs, 10)).toBe(0);
      return [...(await revisions.listByMemo("m1", 10)), ...(await revisions.listByMemo("m2", 10))];
    });
    expect(left.map((each) => each.id)).toEqual(["g", "f", "d", "c", "e"]);
  });
});

describe("the feed", () => {
  test("pages down through rows in a scope, and compacts old rows that left it", async () => {
    await using open = await tempDatabase();
    const row = (entity: string, seq: number, op: "up" | "evict" | "del") => ({
      scope: "u:a" as const,
      kind: "memo",
      entity,
      seq,
      op,
    });
    await open.database.write(async ({ feed }) => {
      await feed.put(row("a", 1, "up"));
      await feed.put(row("b", 2, "evict"));
      await feed.put(row("c", 3, "up"));
      await feed.put(row("d", 4, "del"));
      await feed.put(row("e", 5, "up"));
      expect((await feed.pageDown("u:a", 100, 2)).map((each) => each.entity)).toEqual(["e", "c"]);
      expect((await feed.pageDown("u:a", 3, 2)).map((each) => each.entity)).toEqual(["a"]);
      expect(await feed.compact(3, 10)).toBe(1);
      expect((await feed.page("u:a", 0, 10)).map((each) => each.seq)).toEqual([1, 3, 4, 5]);
    });
  });
});

describe("a resync's marks", () => {
  test("return the unmarked memos, page by page", async () => {
    await using open = await tempDatabase("device");
    await open.database.write(async (stores) => {
      for (const id of ["a", "b", "c", "d"]) await saveRow(stores, memoRow(id));
      await stores.snapshotMarks.add(["b", "x"]);
      await stores.snapshotMarks.add(["b"]);
      expect(await stores.snapshotMarks.unmarkedMemos("", 2)).toEqual(["a", "c"]);
      expect(await stores.snapshotMarks.unmarkedMemos("c", 2)).toEqual(["d"]);
      await stores.snapshotMarks.clear();
      expect(await stores.snapshotMarks.unmarkedMemos("", 9)).toEqual(["a", "b", "c", "d"]);
    });
  });
});

describe("the sync log", () => {
  test("stores the last 500 entries, newest first", async () => {
    await using open = await tempDatabase("device");
    await open.database.write(async ({ syncLog }) => {
      for (let n = 1; n <= 510; n += 1) {
        await syncLog.add({
          atMs: n,
          level: "info",
          code: "exchanged",
          params: { sent: n, received: 0 },
        });
      }
    });
    const entries = await open.database.read(({ syncLog }) => syncLog.list(1000));
    expect(entries).toHaveLength(500);
    const params = { sent: 510, received: 0 };
    expect(entries[0]).toEqual({ atMs: 510, level: "info", code: "exchanged", params });
    expect(entries.at(-1)?.atMs).toBe(11);
  });
});
