import type { DeviceWriteStores, MemoReader, WriteStores } from "@tidemark/core";
import { compileFilter, memoFilterSchema } from "@tidemark/core/filter";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { propertyRuns } from "../../../../scripts/property-runs.ts";
import type { TempDatabase } from "../../tests/all-stores.ts";
import {
  baseMs,
  memoRow,
  rowsOf,
  saveRow,
  tempDatabase,
  tempFolder,
} from "../../tests/temp-database.ts";
import { derivedDifferences } from "../../tests/derived-differences.ts";
import { openDatabase, openSqliteConnection } from "../../tests/engine.ts";

const access = { user: "users/alice", spaces: [] } as const;

function containing(text: string) {
  const compiled = compileFilter(`content.contains(${JSON.stringify(text)})`, {
    schema: memoFilterSchema,
    nowMs: baseMs,
  });
  if (!compiled.ok) throw new Error(compiled.error.message);
  return { access, state: "NORMAL", trash: "none", parent: null, filter: compiled.value } as const;
}

/** Returns ids of the memos with a word, from a list over the trigram index. */
async function found({ memos }: { memos: MemoReader }, word: string): Promise<string[]> {
  const list = { order: [], after: null, offset: 0, limit: 100 };
  const hits = await memos.list({ ...containing(word), ...list });
  return hits.map(({ id }) => id).toSorted();
}

async function expectSound(file: string): Promise<void> {
  expect(await derivedDifferences(file)).toEqual([]);
}

function save(stores: WriteStores, id: string, content: string): Promise<unknown> {
  return saveRow(stores, memoRow(id, { content }));
}

/** Runs `work` in a savepoint that is undone. */
async function undone(stores: WriteStores, work: () => Promise<unknown>): Promise<void> {
  const reason = new Error("changed its mind");
  const attempt = stores.savepoint(async () => {
    await work();
    throw reason;
  });
  await expect(attempt).rejects.toBe(reason);
}

const foundIn = (open: TempDatabase, word: string): Promise<string[]> =>
  open.database.read((stores) => found(stores, word));

describe("F26 · queued texts", () => {
  test("become one segment of each index for all savepoints of a transaction", async () => {
    await using open = await tempDatabase("server");
    await open.database.write(async (stores) => {
      for (let n = 0; n < 16; n += 1) {
        await stores.savepoint(() => save(stores, `m${n}`, `alpha ${n}`));
      }
    });
    for (const index of ["memo_trigram", "memo_word"]) {
      const segments = rowsOf(open.file, `SELECT DISTINCT segid FROM ${index}_idx`);
      expect(segments, index).toHaveLength(1);
    }
    expect(await foundIn(open, "alpha")).toHaveLength(16);
    await expectSound(open.file);
  });

  test("are visible to every query of an index in their own transaction", async () => {
    await using open = await tempDatabase("server");
    await open.database.write((stores) => save(stores, "old", "alpha"));
    await open.database.write(async (stores) => {
      const { memos } = stores;
      await save(stores, "new", "alpha beta");
      expect(await found(stores, "alpha")).toEqual(["new", "old"]);
      await save(stores, "old", "gamma");
      expect(await memos.count(containing("alpha"))).toBe(1);
      await save(stores, "second", "alpha");
      expect(await memos.figures(containing("alpha"))).toMatchObject([{ memos: 2 }]);
      await memos.remove("new");
      const query = { access, text: "alpha", tag: null, limit: 10 };
      const { memos: hits } = await stores.rankedMemos.slice(query, Number.POSITIVE_INFINITY);
      expect(hits.map(({ id }) => id)).toEqual(["second"]);
      await save(stores, "third", "delta");
      const list = { order: [], after: null, offset: 0, limit: 100 };
      const explained = await memos.explain({ ...containing("delta"), ...list });
      expect(explained).toMatchObject({ driver: expect.stringContaining("1") });
    });
    expect(await foundIn(open, "alpha")).toEqual(["second"]);
    await expectSound(open.file);
  });

  test("are dropped with their savepoint, even if the number is reused", async () => {
    await using open = await tempDatabase("server");
    await open.database.write(async (stores) => {
      await save(stores, "kept", "alpha");
      await undone(stores, async () => {
        await save(stores, "gone", "beta");
        await save(stores, "kept", "beta");
      });
      await save(stores, "next", "gamma");
    });
    const numbers = rowsOf(open.file, "SELECT id, pk FROM memo ORDER BY pk");
    expect(numbers).toEqual([
      { id: "kept", pk: 1 },
      { id: "next", pk: 2 },
    ]);
    expect(await foundIn(open, "beta")).toEqual([]);
    expect(await foundIn(open, "alpha")).toEqual(["kept"]);
    await expectSound(open.file);
  });

  test("are queued again if a savepoint in which a query flushed them is undone", async () => {
    await using open = await tempDatabase("server");
    await open.database.write(async (stores) => {
      await save(stores, "first", "alpha");
      await undone(stores, async () => {
        await save(stores, "second", "alpha");
        expect(await found(stores, "alpha")).toEqual(["first", "second"]);
        await stores.memos.remove("first");
      });
    });
    expect(await foundIn(open, "alpha")).toEqual(["first"]);
    await expectSound(open.file);
  });

  test("of a failed write do not affect writes that share its commit", async () => {
    await using open = await tempDatabase("server");
    const outcomes = await Promise.allSettled([
      open.database.write((stores) => save(stores, "a", "alpha")),
      open.database.write(async (stores) => {
        await save(stores, "b", "alpha");
        await save(stores, "a", "beta");
        throw new Error("no");
      }),
      open.database.write((stores) => save(stores, "c", "alpha")),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(await foundIn(open, "alpha")).toEqual(["a", "c"]);
    expect(await foundIn(open, "beta")).toEqual([]);
    await expectSound(open.file);
  });

  test("are dropped with a transaction that fails, even in its commit", async () => {
    using folder = tempFolder();
    const file = folder.file("memos.db");
    let failing = "";
    const open = await openDatabase({
      file,
      role: "server",
      beforeStatement: (sql) => {
        if (failing === "" || !sql.startsWith(failing)) return;
        failing = "";
        throw new Error("the disk says no");
      },
    });
    for (failing of ["COMMIT", "INSERT INTO memo_word", "INSERT INTO memo_trigram"]) {
      const attempt = open.database.write((stores) => save(stores, "lost", "alpha"));
      await expect(attempt).rejects.toThrow("the disk says no");
      await open.database.write((stores) => save(stores, "kept", "beta"));
      expect(rowsOf(file, "SELECT rowid FROM memo_word WHERE memo_word MATCH 'alpha'")).toEqual([]);
    }
    await open.close();
    await expectSound(file);
  });

  test("are flushed in a long transaction before there are too many", async () => {
    using folder = tempFolder();
    const file = folder.file("memos.db");
    let indexed = 0;
    await using open = await openDatabase({
      file,
      role: "server",
      beforeStatement: (sql) => (indexed += sql.startsWith("INSERT INTO memo_word (rowid") ? 1 : 0),
    });
    const text = "many words ".repeat(1000);
    const seen = await open.database.write(async (stores) => {
      for (let n = 0; n < 100; n += 1) await save(stores, `m${n}`, text);
      return indexed;
    });
    expect(seen).toBeGreaterThan(40);
    expect(indexed).toBe(100);
    await expectSound(file);
  });
});

type Step =
  | { readonly do: "save"; readonly id: string; readonly word: string }
  | { readonly do: "remove"; readonly id: string }
  | { readonly do: "search"; readonly word: string }
  | { readonly do: "defer" }
  | { readonly do: "index late"; readonly characters: number }
  | { readonly do: "savepoint"; readonly isUndone: boolean; readonly steps: readonly Step[] };

const ids = fc.constantFrom("a", "b", "c", "d");
const words = fc.constantFrom("alpha", "beta", "gamma");
const { steps } = fc.letrec<{ step: Step; steps: Step[] }>((tie) => ({
  step: fc.oneof(
    { maxDepth: 3, depthIdentifier: "savepoints" },
    fc.record({ do: fc.constant("save" as const), id: ids, word: words }),
    fc.record({ do: fc.constant("remove" as const), id: ids }),
    fc.record({ do: fc.constant("search" as const), word: words }),
    fc.record({ do: fc.constant("defer" as const) }),
    fc.record({ do: fc.constant("index late" as const), characters: fc.constantFrom(1, 10) }),
    fc.record({
      do: fc.constant("savepoint" as const),
      isUndone: fc.boolean(),
      steps: tie("steps"),
    }),
  ),
  steps: fc.array(tie("step"), { maxLength: 6, depthIdentifier: "savepoints" }),
}));

async function take(
  stores: WriteStores & Pick<DeviceWriteStores, "lateTexts">,
  steps: readonly Step[],
  texts: Map<string, string>,
): Promise<void> {
  for (const step of steps) {
    switch (step.do) {
      case "save":
        await save(stores, step.id, step.word);
        texts.set(step.id, step.word);
        break;
      case "remove":
        await stores.memos.remove(step.id);
        texts.delete(step.id);
        break;
      case "search": {
        const expected = [...texts].filter(([, word]) => word === step.word).map(([id]) => id);
        expect(await found(stores, step.word)).toEqual(expected.toSorted());
        break;
      }
      case "defer":
        await stores.lateTexts.begin();
        break;
      case "index late":
        await stores.lateTexts.index(step.characters);
        break;
      case "savepoint": {
        if (!step.isUndone) {
          await stores.savepoint(() => take(stores, step.steps, texts));
          break;
        }
        await undone(stores, () => take(stores, step.steps, new Map(texts)));
        break;
      }
    }
  }
}

test("F26 · after any transaction the indexes match the memos", async () => {
  await using open = await tempDatabase("server");
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 4 }), async (writes) => {
      const texts = await open.database.read(
        async ({ memos }) =>
          new Map(
            (await memos.findMany(["a", "b", "c", "d"])).map((memo) => [memo.id, memo.content]),
          ),
      );
      // Run at once to share a commit.
      await Promise.all(
        writes.map((write) => open.database.write((stores) => take(stores, write, texts))),
      );
      await expectSound(open.file);
    }),
    { numRuns: propertyRuns(100) },
  );
});

test("the text indexes of new and older files merge eight segments at a time", async () => {
  using folder = tempFolder();
  const file = folder.file("memos.db");
  const merges = (): unknown[] =>
    ["memo_trigram", "memo_word"].flatMap((index) =>
      rowsOf(file, `SELECT v FROM ${index}_config WHERE k = 'automerge'`),
    );
  await (await openDatabase({ file, role: "server" })).close();
  expect(merges()).toEqual([{ v: 8 }, { v: 8 }]);

  const older = openSqliteConnection({ file, readonly: false });
  for (const index of ["memo_trigram", "memo_word"]) {
    older.run(`INSERT INTO ${index} (${index}, rank) VALUES ('automerge', ?)`, [4n]);
  }
  older.close();
  expect(merges()).toEqual([{ v: 4 }, { v: 4 }]);
  const open = await openDatabase({ file, role: "server" });
  expect(merges()).toEqual([{ v: 8 }, { v: 8 }]);
  // Enough commits for a few merges.
  for (let n = 0; n < 40; n += 1) {
    await open.database.write((stores) => save(stores, `m${n}`, "alpha ".repeat(n)));
  }
  for (const index of ["memo_trigram", "memo_word"]) {
    const segments = rowsOf(file, `SELECT DISTINCT segid FROM ${index}_idx`);
    expect(segments.length, index).toBeLessThan(16);
  }
  await open.close();
  await expectSound(file);
});
