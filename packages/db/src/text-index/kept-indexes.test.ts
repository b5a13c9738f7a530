import { expect, test } from "vitest";
import { memoRow, rowsOf, saveRow, tempFolder } from "../../tests/temp-database.ts";
import { derivedDifferences } from "../../tests/derived-differences.ts";
import type { DatabaseRole } from "../dialect/sqlite-connection.ts";
import { openDatabase } from "../../tests/engine.ts";
import { textIndexNames } from "./index-digest.ts";

const tables = (file: string): unknown[] =>
  rowsOf(
    file,
    `SELECT name, sql FROM sqlite_schema
     WHERE name IN (${textIndexNames.map((name) => `'${name}'`).join()}) ORDER BY name`,
  );

async function save(file: string, role: DatabaseRole, content: string): Promise<void> {
  await using open = await openDatabase({ file, role });
  await open.database.write((stores) => saveRow(stores, memoRow("a", { content })));
}

async function expectSound(file: string): Promise<void> {
  expect(await derivedDifferences(file)).toEqual([]);
}

test("F32 · a device has no word index, and a server creates it in a device's file", async () => {
  using folder = tempFolder();
  const [server, device] = [folder.file("server.db"), folder.file("device.db")];
  await save(server, "server", "the tide");
  const made = tables(server);
  expect(made).toHaveLength(2);

  await save(device, "device", "the ebb");
  expect(tables(device)).toEqual(made.slice(0, 1));
  await expectSound(device);

  await save(device, "server", "the tide");
  expect(tables(device)).toEqual(made);
  expect(rowsOf(device, "SELECT rowid FROM memo_word WHERE memo_word MATCH 'tide'")).toHaveLength(
    1,
  );
  expect(rowsOf(device, "SELECT rowid FROM memo_word WHERE memo_word MATCH 'ebb'")).toEqual([]);
  await expectSound(device);

  await save(device, "device", "the ebb again");
  expect(tables(device)).toEqual(made.slice(0, 1));
  await expectSound(device);
});
