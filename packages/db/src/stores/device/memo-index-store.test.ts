import type { DeviceDatabase } from "@tidemark/core";
import { expect, test } from "vitest";
import { openDatabase, openSqliteConnection } from "../../../tests/engine.ts";
import type { OpenDatabase } from "../../open-database.ts";
import { memoRow, rowsOf, saveRow, tempFolder } from "../../../tests/temp-database.ts";

/** Creates a device's file with a number of memos without text, the newest first. */
async function deviceWith(file: string, memos: number): Promise<OpenDatabase<DeviceDatabase>> {
  const open = await openDatabase({ file, role: "device" });
  await open.database.write((stores) => saveRow(stores, memoRow("newest", { content: "" })));
  const connection = openSqliteConnection({ file, readonly: false });
  const columns = connection
    .all<{ name: string }>("SELECT name FROM pragma_table_info('memo') WHERE name <> 'pk'")
    .map(({ name }) => name);
  const others: Readonly<Record<string, string>> = {
    id: "'m' || n",
    created_ms: "created_ms - n",
    updated_ms: "updated_ms - n",
  };
  connection.exec(
    `INSERT INTO memo (${columns.join()})
     WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ${memos - 1})
     SELECT ${columns.map((name) => others[name] ?? name).join()} FROM counted CROSS JOIN memo WHERE id = 'newest' ORDER BY n`,
  );
  connection.exec(
    `INSERT INTO memo_tag (memo_pk, tag, creator, created_ms, visibility, space, listed)
     SELECT pk, 'tide', creator, created_ms, visibility, space, 1 FROM memo ORDER BY pk`,
  );
  connection.close();
  return open;
}

async function packAll(database: DeviceDatabase): Promise<number> {
  let packed = 0;
  while (await database.write(({ memoIndexes }) => memoIndexes.pack(packed))) packed += 1;
  return packed;
}

function freeBytes(file: string): number {
  const [row] = rowsOf<{ bytes: number }>(
    file,
    "SELECT freelist_count * page_size AS bytes FROM pragma_freelist_count, pragma_page_size",
  );
  return row?.bytes ?? 0;
}

test("indexes half empty after memos in descending order are rebuilt, and lists are the same", async () => {
  using folder = tempFolder();
  const file = folder.file("memos.db");
  await using open = await deviceWith(file, 6000);
  const newest = () =>
    open.database.read(({ memos }) => memos.newestIds(memoRow("newest").creator, 6000));
  const before = await newest();
  expect(before).toHaveLength(6000);
  const tags = () => rowsOf(file, "SELECT * FROM memo_tag ORDER BY memo_pk");
  const tagsBefore = tags();
  const freeBefore = freeBytes(file);
  expect(await packAll(open.database)).toBe(3);
  // Nearly half of each of the four indexes.
  expect(freeBytes(file) - freeBefore).toBeGreaterThan(500_000);
  expect(await newest()).toEqual(before);
  expect(tags()).toEqual(tagsBefore);
  expect(await open.quickCheck()).toEqual([]);

  const freeOnce = freeBytes(file);
  await packAll(open.database);
  expect(freeBytes(file)).toBe(freeOnce);
});

test("indexes of few memos are not rebuilt", async () => {
  using folder = tempFolder();
  const file = folder.file("memos.db");
  await using open = await deviceWith(file, 2000);
  const freeBefore = freeBytes(file);
  expect(await packAll(open.database)).toBe(0);
  expect(freeBytes(file)).toBe(freeBefore);
});
