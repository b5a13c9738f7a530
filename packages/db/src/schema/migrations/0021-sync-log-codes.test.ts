import { expect, test } from "vitest";
import { rowsOf, tempFolder } from "../../../tests/temp-database.ts";
import { openSqliteConnection } from "../../../tests/engine.ts";
import { openDatabase } from "../../../tests/engine.ts";
import { openMigratedTo } from "../../../tests/open-migrated-to.ts";

test("known sentences of an existing log become codes, and others stay as text", async () => {
  using folder = tempFolder();
  const file = folder.file("old.db");
  await (await openMigratedTo(20, { file, role: "device" })).close();
  const connection = openSqliteConnection({ file, readonly: false });
  const written = [
    ["info", "Sent 1 change, received 2 changes."],
    ["info", "Merged edits of a memo from here and from elsewhere."],
    ["error", "Could not reach notes.example.org."],
    ["error", "The session has ended: sign in again."],
    ["info", 'Merged "edits".'],
  ] as const;
  for (const [level, text] of written) {
    connection.run("INSERT INTO sync_log (at_ms, level, text) VALUES (7, ?, ?)", [level, text]);
  }
  connection.close();

  const after = await openMigratedTo(21, { file, role: "device" });
  const text = (of: string) => ({ code: "text", params: { text: of } });
  expect(await after.database.read(({ syncLog }) => syncLog.list(9))).toEqual([
    { atMs: 7, level: "info", ...text('Merged "edits".') },
    { atMs: 7, level: "error", code: "session-ended", params: {} },
    { atMs: 7, level: "error", ...text("Could not reach notes.example.org.") },
    { atMs: 7, level: "info", code: "merged", params: {} },
    { atMs: 7, level: "info", ...text("Sent 1 change, received 2 changes.") },
  ]);
  await after.database.write(({ syncLog }) =>
    syncLog.add({ atMs: 8, level: "info", code: "answers-again", params: {} }),
  );
  await after.close();
  expect(rowsOf(file, "SELECT pk, code FROM sync_log ORDER BY pk DESC LIMIT 1")).toEqual([
    { pk: 6, code: "answers-again" },
  ]);
  expect(rowsOf(file, "PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
});

test("an entry with an unknown code is shown as that code", async () => {
  using folder = tempFolder();
  const file = folder.file("newer.db");
  await (await openDatabase({ file, role: "device" })).close();
  const connection = openSqliteConnection({ file, readonly: false });
  connection.run(
    "INSERT INTO sync_log (at_ms, level, code, params) VALUES (7, 'info', 'odd', '[]')",
  );
  connection.close();
  const open = await openDatabase({ file, role: "device" });
  expect(await open.database.read(({ syncLog }) => syncLog.list(9))).toEqual([
    { atMs: 7, level: "info", code: "text", params: { text: "odd" } },
  ]);
  await open.close();
});
