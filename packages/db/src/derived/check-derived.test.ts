// oxlint-disable-next-line eslint/no-restricted-imports -- a damaged schema needs the driver's unsafe mode
import Sqlite from "better-sqlite3";
import { describe, expect, test } from "vitest";
import type { TempDatabase } from "../../tests/all-stores.ts";
import { memoRow, saveRow, tempDatabase, tempFolder } from "../../tests/temp-database.ts";
import { openSqliteConnection } from "../../tests/engine.ts";
import { openDatabase } from "../../tests/engine.ts";
import { migrations } from "../schema/migrations/index.ts";
import { checkDerived } from "./check-derived.ts";
import type { DerivedDifference } from "./derived-rows.ts";

/** Creates a database with memos of every kind, some changed or removed. */
async function used(): Promise<TempDatabase> {
  const open = await tempDatabase("server");
  await open.database.write(async (stores) => {
    for (let n = 0; n < 620; n += 1) {
      await saveRow(stores, memoRow(`m${n}`, { content: `# Title ${n}\n#work #t${n % 7} ü${n}` }));
    }
    await saveRow(stores, memoRow("empty", { content: "" }));
    await saveRow(stores, memoRow("task", { content: "- [ ] open\n- [x] `done`", pinned: true }));
    await saveRow(stores, memoRow("away", { content: "#away", state: "ARCHIVED" }));
    await saveRow(stores, memoRow("trashed", { content: "#gone", deletedMs: 5 }));
    await saveRow(stores, memoRow("other", { content: "国破れて山河在り", creator: "users/bob" }));
    await saveRow(stores, memoRow("m0", { content: "changed https://example.org #new" }));
    await stores.memos.remove("m1");
  });
  return open;
}
const memos = 624;
const users = 2;

async function check(file: string, mend = false) {
  const found: DerivedDifference[] = [];
  const tally = await checkDerived({ file, mend, report: (one) => found.push(one) });
  if (!tally.ok) throw new Error(tally.error.message);
  return { ...tally.value, found: found.map(({ of, what }) => `${of} ${what}`) };
}

// The time-out is for slow machines only.
describe("F23 · check of derived data", () => {
  test("passes after normal writes, while the database is open", async () => {
    await using open = await used();
    expect(await check(open.file)).toEqual({ passed: memos + users, failed: 0, found: [] });
  });

  test.each([
    ["a title", "UPDATE memo SET title = 'x' WHERE id = 'm5'", ["m5 title"]],
    ["a snippet", "UPDATE memo SET snippet = 'x' WHERE id = 'm5'", ["m5 snippet"]],
    ["the tags", `UPDATE memo SET tags = '["work"]' WHERE id = 'm5'`, ["m5 tags"]],
    [
      "flags",
      "UPDATE memo SET has_code = 0, has_incomplete_tasks = 0 WHERE id = 'task'",
      ["task has_code", "task has_incomplete_tasks"],
    ],
    ["open tasks", "UPDATE memo SET open_tasks = 7 WHERE id = 'task'", ["task open_tasks"]],
    ["a missing tag row", "DELETE FROM memo_tag WHERE tag = 'new'", ["m0 memo_tag"]],
    [
      "a tag row of another owner",
      "UPDATE memo_tag SET creator = 'users/bob' WHERE tag = 'new'",
      ["m0 memo_tag"],
    ],
    [
      "a tag row that lists what is archived",
      "UPDATE memo_tag SET listed = 1 WHERE tag = 'away'",
      ["away memo_tag"],
    ],
    [
      "a memo that the trigram index lacks",
      "DELETE FROM memo_trigram WHERE rowid = (SELECT pk FROM memo WHERE id = 'm600')",
      ["m600 memo_trigram"],
    ],
    [
      "other words in the word index",
      `DELETE FROM memo_word WHERE rowid = (SELECT pk FROM memo WHERE id = 'm600');
       INSERT INTO memo_word (rowid, text) SELECT pk, content || ' more' FROM memo WHERE id = 'm600'`,
      ["m600 memo_word"],
    ],
    [
      "the same words in another order",
      `DELETE FROM memo_word WHERE rowid = (SELECT pk FROM memo WHERE id = 'trashed');
       DELETE FROM memo_word WHERE rowid = (SELECT pk FROM memo WHERE id = 'task');
       INSERT INTO memo_word (rowid, text) SELECT pk, 'done x open' FROM memo WHERE id = 'task';
       INSERT INTO memo_word (rowid, text) SELECT pk, content FROM memo WHERE id = 'trashed'`,
      ["task memo_word"],
    ],
    [
      "index rows without a memo",
      `INSERT INTO memo_word (rowid, text) VALUES (5000, 'nobody');
       INSERT INTO memo_trigram (rowid, text) VALUES (5000, 'nobody')`,
      ["5000 left over"],
    ],
  ])("finds and mends %s", async (_what, damage, expected) => {
    await using open = await used();
    await open.close();
    const connection = openSqliteConnection({ file: open.file, readonly: false });
    connection.exec(damage);
    connection.close();

    const before = await check(open.file);
    expect(before).toMatchObject({ failed: 1, found: expected });
    expect(await check(open.file)).toEqual(before);
    expect(await check(open.file, true)).toEqual(before);
    expect(await check(open.file)).toEqual({ passed: memos + users, failed: 0, found: [] });
  });

  test("finds and mends counts of an index that disagree with the memos", async () => {
    await using open = await used();
    await open.close();
    const connection = new Sqlite(open.file).unsafeMode();
    // An index built for fewer memos than its definition in the schema covers.
    connection.exec(
      `CREATE TABLE kept (sql TEXT); INSERT INTO kept SELECT sql FROM sqlite_schema WHERE name = 'memo_own_pinned';
       DROP INDEX memo_own_pinned;
       CREATE INDEX memo_own_pinned ON memo (creator, pinned, created_ms, number)
         WHERE state = 0 AND parent IS NULL AND deleted = 0 AND id <> 'task';
       PRAGMA writable_schema = ON;
       UPDATE sqlite_schema SET sql = (SELECT sql FROM kept) WHERE name = 'memo_own_pinned';
       PRAGMA writable_schema = RESET;
       DROP TABLE kept;`,
    );
    connection.close();
    expect(await check(open.file)).toMatchObject({ failed: 1, found: ["users/alice counts"] });
    await check(open.file, true);
    expect(await check(open.file)).toMatchObject({ failed: 0, found: [] });
  });

  test("refuses any schema version but its own", async () => {
    using folder = tempFolder();
    const file = folder.file("old.db");
    const old = await openDatabase({ file, role: "server", migrations: migrations.slice(0, 3) });
    await old.close();
    const tally = await checkDerived({ file, mend: false, report: () => undefined });
    expect(tally).toMatchObject({ ok: false, error: { type: "schema" } });
  });
});
