import type { MemoReader } from "@tidemark/core";
import { describe, expect, test } from "vitest";
import type { TempDatabase } from "../../tests/all-stores.ts";
import { derivedDifferences } from "../../tests/derived-differences.ts";
import { openDatabase, openSqliteConnection } from "../../tests/engine.ts";
import { listQueryOf } from "../../tests/list-query.ts";
import { memoRow, rowsOf, saveRow, tempDatabase, tempFolder } from "../../tests/temp-database.ts";

async function found({ memos }: { memos: MemoReader }, filter: string): Promise<string[]> {
  const hits = await memos.list(listQueryOf(filter, 100));
  return hits.map(({ id }) => id).toSorted();
}

const containing = (word: string): string => `content.contains("${word}")`;

const indexed = (file: string): number[] =>
  rowsOf<{ pk: number }>(file, "SELECT rowid AS pk FROM memo_trigram ORDER BY rowid").map(
    ({ pk }) => pk,
  );

const waitsFrom = (file: string): unknown[] => rowsOf(file, "SELECT after_pk FROM late_text");

/**
 * Creates a database with three indexed memos, one of them from the same commit, and three pending ones.
 */
async function late(): Promise<TempDatabase> {
  const open = await tempDatabase("device");
  await open.database.write(async (stores) => {
    await saveRow(stores, memoRow("m1", { content: "alpha, /file/attachments/one/a.png" }));
    await saveRow(stores, memoRow("m2", { content: "beta" }));
  });
  await open.database.write(async (stores) => {
    await saveRow(stores, memoRow("m3", { content: "alpha, in the same commit" }));
    await stores.lateTexts.begin();
    await saveRow(stores, memoRow("m4", { content: "alpha #work" }));
    await saveRow(stores, memoRow("m5", { content: "gamma, /file/attachments/two/b.png" }));
    await saveRow(stores, memoRow("m6", { content: "alpha beta" }));
  });
  return open;
}

describe("F26a · texts that are indexed later", () => {
  test("are in no index, and found by every search", async () => {
    await using open = await late();
    expect(indexed(open.file)).toEqual([1, 2, 3]);
    expect(waitsFrom(open.file)).toEqual([{ after_pk: 3 }]);
    await open.database.read(async (stores) => {
      expect(await found(stores, containing("alpha"))).toEqual(["m1", "m3", "m4", "m6"]);
      expect(await found(stores, containing("gamma"))).toEqual(["m5"]);
      expect(await found(stores, `content.contains("nowhere")`)).toEqual([]);
      expect(await found(stores, `tag in ["work"] || ${containing("beta")}`)).toEqual([
        "m2",
        "m4",
        "m6",
      ]);
      expect(await found(stores, `content.matches("gam+a, /file")`)).toEqual(["m5"]);
      const ids = ["one", "two", "three"];
      expect(await stores.attachments.namedInTexts(ids)).toEqual(new Set(["one", "two"]));
    });
    expect(await derivedDifferences(open.file)).toEqual([]);
  });

  test("name files, however many of them do", async () => {
    await using open = await tempDatabase("device");
    await open.database.write(async (stores) => {
      await saveRow(stores, memoRow("m", { content: "in the index: /file/attachments/early/a" }));
      await stores.lateTexts.begin();
      for (let n = 0; n < 120; n += 1) {
        const content = `/file/attachments//file/attachments/of-${n}/a /file/attachments/cut-${n}x`;
        await saveRow(stores, memoRow(`m${n}`, { content }));
      }
    });
    const named = ["early", "of-0", "of-49", "of-50", "of-119", "cut-7x"];
    const ids = [...named, "of-120", "f-0", "of", "cut-0"];
    const found = await open.database.read(({ attachments }) => attachments.namedInTexts(ids));
    expect(found).toEqual(new Set(named));
  });

  test("can be changed and removed while they are pending", async () => {
    await using open = await late();
    await open.database.write(async (stores) => {
      await saveRow(stores, memoRow("m4", { content: "delta" }));
      await stores.memos.remove("m5");
      await saveRow(stores, memoRow("m1", { content: "epsilon" }));
      expect(await found(stores, containing("delta"))).toEqual(["m4"]);
    });
    await open.database.read(async (stores) => {
      expect(await found(stores, containing("alpha"))).toEqual(["m3", "m6"]);
      expect(await found(stores, containing("gamma"))).toEqual([]);
      expect(await found(stores, containing("epsilon"))).toEqual(["m1"]);
    });
    expect(indexed(open.file)).toEqual([1, 2, 3]);
    expect(await derivedDifferences(open.file)).toEqual([]);
  });

  test("are indexed a few at a time, by row, until none is pending", async () => {
    await using open = await late();
    const steps: unknown[] = [];
    for (let isAny = true; isAny;) {
      isAny = await open.database.write(({ lateTexts }) => lateTexts.index(1));
      steps.push([indexed(open.file), ...waitsFrom(open.file)]);
      const all = await open.database.read((stores) => found(stores, containing("alpha")));
      expect(all).toEqual(["m1", "m3", "m4", "m6"]);
      expect(await derivedDifferences(open.file)).toEqual([]);
    }
    expect(steps).toEqual([
      [[1, 2, 3, 4], { after_pk: 4 }],
      [[1, 2, 3, 4, 5], { after_pk: 5 }],
      [[1, 2, 3, 4, 5, 6], { after_pk: 6 }],
      [[1, 2, 3, 4, 5, 6]],
    ]);
    expect(await open.database.read(({ lateTexts }) => lateTexts.isAny())).toBe(false);
    await open.database.write((stores) => saveRow(stores, memoRow("m7", { content: "zeta" })));
    expect(indexed(open.file)).toContain(7);
  });

  test("stay pending if the transaction that indexes them is rolled back", async () => {
    await using open = await late();
    const attempt = open.database.write(async (stores) => {
      while (await stores.lateTexts.index(100));
      throw new Error("the disk is full");
    });
    await expect(attempt).rejects.toThrow("the disk is full");
    expect(indexed(open.file)).toEqual([1, 2, 3]);
    await open.database.write((stores) => saveRow(stores, memoRow("m7", { content: "zeta" })));
    expect(indexed(open.file)).toEqual([1, 2, 3]);
    expect(await open.database.read((stores) => found(stores, containing("zeta")))).toEqual(["m7"]);
  });

  test("are indexed at once if there are many memos already", async () => {
    await using open = await tempDatabase("device");
    await open.database.write(async (stores) => {
      for (let n = 0; n <= 1000; n += 1) await saveRow(stores, memoRow(`m${n}`));
      await stores.lateTexts.begin();
      await saveRow(stores, memoRow("last"));
    });
    expect(indexed(open.file)).toHaveLength(1002);
    expect(waitsFrom(open.file)).toEqual([]);
  });

  test("that are indexed too early or missing are found by the check", async () => {
    await using open = await late();
    await open.close();
    const connection = openSqliteConnection({ file: open.file, readonly: false });
    connection.exec(
      "INSERT INTO memo_trigram (rowid, text) VALUES (5, 'early'); DELETE FROM memo_trigram WHERE rowid = 2",
    );
    connection.close();
    const both = ["m2 memo_trigram", "m5 memo_trigram"];
    expect(await derivedDifferences(open.file)).toEqual(both);
    expect(await derivedDifferences(open.file, true)).toEqual(both);
    expect(await derivedDifferences(open.file)).toEqual([]);
    expect(indexed(open.file)).toEqual([1, 2, 3]);
  });

  test("are indexed before a server opens a device's file", async () => {
    using folder = tempFolder();
    const file = folder.file("memos.db");
    await using open = await late();
    await open.backupTo(file);
    await using server = await openDatabase({ file, role: "server" });
    expect(indexed(file)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(waitsFrom(file)).toEqual([]);
    expect(rowsOf(file, "SELECT rowid FROM memo_word WHERE memo_word MATCH 'gamma'")).toHaveLength(
      1,
    );
    await server.close();
    expect(await derivedDifferences(file)).toEqual([]);
  });
});
