import { foldText } from "@tidemark/core/filter";
import { expect, test } from "vitest";
import { derivedDifferences } from "../../../tests/derived-differences.ts";
import { openDatabase, openSqliteConnection } from "../../../tests/engine.ts";
import { listQueryOf } from "../../../tests/list-query.ts";
import { openMigratedTo } from "../../../tests/open-migrated-to.ts";
import { memoRow, rowsOf, saveRow, tempFolder } from "../../../tests/temp-database.ts";

const texts = [
  "plain ASCII\ntext",
  "one #cafe\u0301",
  "two #caf\u00e9",
  "Der Kapita\u0308n",
  "항구",
];

/** Fills a file as the version before did. */
async function oldFile(file: string, role: "server" | "device", extra = 0): Promise<void> {
  const old = await openMigratedTo(41, { file, role });
  await old.database.write(async (stores) => {
    for (const [at, content] of texts.entries()) {
      await saveRow(stores, memoRow(`m${at}`, { content }));
    }
    for (let at = 0; at < extra; at += 1) {
      await saveRow(stores, memoRow(`x${at}`, { content: `über ${at}` }));
    }
  });
  await old.close();
  const connection = openSqliteConnection({ file, readonly: false });
  connection.exec("INSERT INTO memo_trigram (memo_trigram) VALUES ('delete-all')");
  const memos = connection.all<{ pk: number; content: string }>("SELECT pk, content FROM memo");
  for (const { pk, content } of memos) {
    const folded = `${foldText(content)}  `;
    connection.run("INSERT INTO memo_trigram (rowid, text) VALUES (?, ?)", [pk, folded]);
  }
  connection.exec(`UPDATE memo_tag SET tag = 'cafe\u0301' WHERE memo_pk = 2;
    UPDATE memo SET tags = '["cafe\u0301"]' WHERE pk = 2;`);
  connection.close();
  expect(await found(file, role, 41, "kapitän")).toEqual([]);
}

async function found(
  file: string,
  role: "server" | "device",
  version: number,
  searched: string,
): Promise<string[]> {
  await using open = await openMigratedTo(version, { file, role });
  const filter = listQueryOf(`content.finds("${searched}")`, 10);
  const memos = await open.database.read((stores) => stores.memos.list(filter));
  return memos.map(({ id }) => id);
}

/** Returns the differences once the file has the newest schema, which the check requires. */
async function differencesIn(file: string, role: "server" | "device"): Promise<string[]> {
  await (await openDatabase({ file, role })).close();
  return derivedDifferences(file);
}

test.each(["server", "device"] as const)(
  "F6a · the texts of a %s that was in use are indexed by their letters, its tags in NFC",
  async (role) => {
    using folder = tempFolder();
    const file = folder.file("old.db");
    await oldFile(file, role);
    expect(await found(file, role, 42, "kapitän")).toEqual(["m3"]);
    expect(rowsOf(file, "SELECT tag FROM memo_tag")).toEqual([{ tag: "café" }, { tag: "café" }]);
    expect(rowsOf(file, "SELECT * FROM late_text")).toEqual([]);
    expect(await differencesIn(file, role)).toEqual([]);
  },
);

test("F6a · a server with many texts beyond ASCII indexes them before it serves", async () => {
  using folder = tempFolder();
  const file = folder.file("old.db");
  await oldFile(file, "server", 5001);
  expect(await found(file, "server", 42, "kapitän")).toEqual(["m3"]);
  expect(rowsOf(file, "SELECT * FROM late_text")).toEqual([]);
  expect(await differencesIn(file, "server")).toEqual([]);
});

test("F6a · a device with many texts beyond ASCII starts at once and indexes them later", async () => {
  using folder = tempFolder();
  const file = folder.file("old.db");
  await oldFile(file, "device", 5001);
  expect(await found(file, "device", 42, "kapitän")).toEqual(["m3"]);
  expect(rowsOf(file, "SELECT after_pk FROM late_text")).toEqual([{ after_pk: 0 }]);
  expect(await differencesIn(file, "device")).toEqual([]);
  await using open = await openDatabase({ file, role: "device" });
  for (let isAny = true; isAny;) {
    isAny = await open.database.write(({ lateTexts }) => lateTexts.index(100_000));
  }
  expect(await differencesIn(file, "device")).toEqual([]);
  expect(rowsOf(file, "SELECT count(*) AS n FROM memo_trigram")).toEqual([{ n: 5006 }]);
});
