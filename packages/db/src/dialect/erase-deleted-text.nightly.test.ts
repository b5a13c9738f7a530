import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openSqliteConnection } from "../../tests/engine.ts";
import type { TempDatabase } from "../../tests/all-stores.ts";
import { memoRow, saveRow, tempDatabase } from "../../tests/temp-database.ts";
import { userName } from "@tidemark/core/names";

const secret = "zqxwvkj";
const memos = 2_000;

/** Writes memos of changing length, so their rows and tags often move between pages. */
async function writeAndRemove({ database }: TempDatabase): Promise<void> {
  let seed = 1;
  const below = (limit: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % limit;
  };
  const isSecret = (memo: number): boolean => memo % 20 === 7;
  const idOf = (memo: number): string => `m${(memo * 7919) % memos}`;
  const words = (count: number): string =>
    Array.from({ length: count }, () => `word${below(900)}`).join(" ");
  for (let round = 0; round < 8; round += 1) {
    await database.write(async (stores) => {
      for (let memo = 0; memo < memos; memo += 1) {
        if (round > 0 && below(3) > 0) continue;
        const tags = isSecret(memo)
          ? `#${secret}${below(900)} #${below(900)}${secret}`
          : `#${below(900)}tag #${below(9)}`;
        const content = `${tags} ${words(below(4) === 0 ? 120 : 2 + below(30))}`;
        const creator = userName(`a${below(5)}`);
        await saveRow(stores, memoRow(idOf(memo), { content, creator }));
      }
    });
  }
  await database.write(async (stores) => {
    for (let memo = 0; memo < memos; memo += 1) {
      if (isSecret(memo)) await stores.memos.remove(idOf(memo));
    }
  });
}

test("copies that removed rows left in other pages are erased", async () => {
  await using open = await tempDatabase();
  await writeAndRemove(open);
  await open.eraseDeletedText();
  const files = [open.file, `${open.file}-wal`];
  const found = (...texts: string[]): string[] =>
    texts.filter((text) => files.some((file) => readFileSync(file, "latin1").includes(text)));
  expect(found("word", "zqx", "vkj")).toEqual(["word"]);

  // The writing connection continues with the rewritten pages.
  await open.database.write((stores) => saveRow(stores, memoRow("later", { content: "#later" })));
  expect(found("zqx", "vkj")).toEqual([]);
  expect(await open.quickCheck()).toEqual([]);
});

test("reads and writes continue while a database is rewritten", async () => {
  await using open = await tempDatabase();
  await writeAndRemove(open);
  const erased = open.eraseDeletedText();
  const reader = open.database.read(({ memos: reading }) => reading.idsByOthers(""));
  await open.database.write((stores) => saveRow(stores, memoRow("meanwhile")));
  expect((await reader).length).toBeGreaterThan(1_000);
  await erased;
  const found = await open.database.read(({ memos: reading }) => reading.find("meanwhile"));
  expect(found?.id).toBe("meanwhile");
});

test("rejects while another connection reads the old state, and succeeds afterwards", async () => {
  await using open = await tempDatabase();
  await open.database.write((stores) => saveRow(stores, memoRow("a", { content: secret })));
  const reader = openSqliteConnection({ file: open.file, readonly: true });
  reader.run("BEGIN");
  reader.all("SELECT count(*) FROM memo");
  await open.database.write((stores) => stores.memos.remove("a"));
  await expect(open.eraseDeletedText()).rejects.toThrow("the write-ahead log is in use");
  await open.database.write((stores) => saveRow(stores, memoRow("b")));
  reader.run("COMMIT");
  reader.close();
  await open.eraseDeletedText();
  expect(readFileSync(open.file, "latin1").includes("zqx")).toBe(false);
  expect(readFileSync(`${open.file}-wal`)).toHaveLength(0);
  expect(await open.quickCheck()).toEqual([]);
});

test("in place: erases the text indexes and the log, and waits for a reader", async () => {
  await using open = await tempDatabase("server");
  const { database } = open;
  await database.write(async (stores) => {
    for (let n = 0; n < 50; n += 1) {
      const content = n === 20 ? `#${secret} ${secret}`.repeat(200) : `ordinary ${n}`;
      await saveRow(stores, memoRow(`m${n}`, { content }));
    }
  });
  const files = [open.file, `${open.file}-wal`];
  const hasSecret = (): boolean =>
    files.some((file) =>
      ["zqx", "vkj"].some((text) => readFileSync(file, "latin1").includes(text)),
    );
  const { promise, resolve } = Promise.withResolvers<void>();
  const reading = database.read(async ({ memos: reader }) => {
    await reader.find("m20");
    await promise;
    return (await reader.find("m20"))?.content.length;
  });
  await database.write((stores) => stores.memos.remove("m20"));
  expect(hasSecret()).toBe(true);
  const erased = open.eraseInPlace();
  await database.write((stores) => saveRow(stores, memoRow("meanwhile")));
  resolve();
  expect(await reading).toBeGreaterThan(1_000);
  await erased;
  expect(hasSecret()).toBe(false);
  expect(await open.quickCheck()).toEqual([]);
});
