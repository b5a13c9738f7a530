import { expect, test } from "vitest";
import { memoRow, tempFolder } from "../../../tests/temp-database.ts";
import { openSqliteConnection } from "../../../tests/engine.ts";
import { openDatabase } from "../../../tests/engine.ts";
import { openMigratedTo } from "../../../tests/open-migrated-to.ts";

test("bases of attachments move to the table of memos' bases", async () => {
  using folder = tempFolder();
  const file = folder.file("memos.db");
  const before = await openMigratedTo(19, { file, role: "device" });
  const memo = { row: memoRow("m1"), text: { gen: 2, state: null }, elements: [] };
  const setting = { kind: "setting", user: "users/alice", id: "general.locale", value: "pt" };
  await before.database.write(async ({ bases }) => {
    await bases.set("m1", memo);
    await bases.setRow("setting:general.locale", setting);
  });
  await before.close();
  const row = { id: "a1", filename: `it's "quoted" 🌊.txt`, seq: 7, extra: { later: [1.5, null] } };
  const old = openSqliteConnection({ file, readonly: false });
  old.run("INSERT INTO attachment_base VALUES ('a1', ?), ('a2', NULL)", [JSON.stringify(row)]);
  old.close();

  const after = await openDatabase({ file, role: "device" });
  await after.database.write(async ({ bases }) => {
    expect(await bases.getRow("attachment:a1")).toEqual({ row });
    expect(await bases.getRow("attachment:a2")).toEqual({ row: null });
    expect(await bases.getRow("attachment:a3")).toBeUndefined();
    expect(await bases.getRow("setting:general.locale")).toEqual({ row: setting });
    expect(await bases.get("m1")).toEqual({ entity: memo });
  });
  await after.close();
  const now = openSqliteConnection({ file, readonly: true });
  expect(now.all("SELECT name FROM sqlite_schema WHERE name = 'attachment_base'")).toEqual([]);
  now.close();
});
