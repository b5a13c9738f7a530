import { expect, test } from "vitest";
import { memoRow, rowsOf, tempFolder } from "../../../tests/temp-database.ts";
import { openSqliteConnection } from "../../../tests/engine.ts";
import { insertAsThen } from "../../../tests/insert-as-then.ts";
import { openMigratedTo } from "../../../tests/open-migrated-to.ts";

test("notes of memos move from meta to their own table, and other values stay", async () => {
  using folder = tempFolder();
  const file = folder.file("old.db");
  const before = await openMigratedTo(21, { file, role: "device" });
  await before.close();
  insertAsThen(
    file,
    ["a", "b"].map((id) => memoRow(id)),
  );
  const connection = openSqliteConnection({ file, readonly: false });
  for (const [key, value] of [
    ["merged:a", "1"],
    ["merged:gone", "1"],
    ["lost_visibility:a", "0190-0000-x"],
    ["lost_visibility:b", "0191-0000-y"],
    ["draft:a", "typed"],
    ["merged", "another value"],
  ]) {
    connection.run("INSERT INTO meta (key, value) VALUES (?, ?)", [key ?? "", value ?? ""]);
  }
  connection.close();

  await (await openMigratedTo(22, { file, role: "device" })).close();
  expect(rowsOf(file, "SELECT memo, key, value FROM memo_note ORDER BY memo, key")).toEqual([
    { memo: "a", key: "lost_visibility", value: "0190-0000-x" },
    { memo: "a", key: "merged", value: "1" },
    { memo: "b", key: "lost_visibility", value: "0191-0000-y" },
  ]);
  const left = rowsOf<{ key: string }>(
    file,
    "SELECT key FROM meta WHERE key NOT LIKE 'db.%' ORDER BY key",
  );
  expect(left.map(({ key }) => key)).toEqual(["draft:a", "merged"]);
});
