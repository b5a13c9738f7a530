import { Client } from "pg";
import { describe, expect, test } from "vitest";
import { tempPostgresDatabase } from "../../tests/postgres-database.ts";
import { memoRow, saveRow } from "../../../db/tests/temp-database.ts";
import { checkPostgresDerived } from "./check-postgres-derived.ts";

/** Creates a database with memos of every kind, some changed or removed. */
async function used() {
  const open = await tempPostgresDatabase();
  await open.database.write(async (stores) => {
    for (let n = 0; n < 620; n += 1) {
      await saveRow(stores, memoRow(`m${n}`, { content: `# Title ${n}\n#work #t${n % 7} ü${n}` }));
    }
    await saveRow(stores, memoRow("empty", { content: "" }));
    await saveRow(stores, memoRow("task", { content: "- [ ] open\n- [x] `done`", pinned: true }));
    await saveRow(stores, memoRow("away", { content: "#away", state: "ARCHIVED" }));
    await saveRow(stores, memoRow("shown", { content: "it's \\ 'quoted'", visibility: "PUBLIC" }));
    await saveRow(stores, memoRow("hidden", { content: "was shown", visibility: "PROTECTED" }));
    await saveRow(stores, memoRow("hidden", { content: "was shown" }));
    await saveRow(stores, memoRow("long", { content: "many words ".repeat(20_000) }));
    await saveRow(stores, memoRow("other", { content: "国破れて山河在り", creator: "users/bob" }));
    await saveRow(stores, memoRow("m0", { content: "changed https://example.org #new" }));
    await stores.memos.remove("m1");
  });
  return open;
}
const passed = 628;

async function check(url: string, mend = false) {
  const found: string[] = [];
  const tally = await checkPostgresDerived({
    url,
    mend,
    report: ({ of, what }) => found.push(`${of} ${what}`),
  });
  if (!tally.ok) throw new Error(tally.error.message);
  return { ...tally.value, found };
}

async function damage(url: string, statements: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  await client.query(statements);
  await client.end();
}

// The time-out is for slow machines only.
describe("F23 · check of derived data in PostgreSQL", { timeout: 120_000 }, () => {
  test("passes after normal writes, and finds and mends each damage", async () => {
    await using open = await used();
    const right = { passed, failed: 0, found: [] };
    expect(await check(open.url)).toEqual(right);
    const pkOf = (id: string): string => `(SELECT pk FROM memo WHERE id = '${id}')`;
    const damages: readonly (readonly [string, readonly string[]])[] = [
      ["UPDATE memo SET title = 'x' WHERE id = 'm5'", ["m5 title"]],
      [`UPDATE memo SET tags = '["work"]' WHERE id = 'm5'`, ["m5 tags"]],
      [
        "UPDATE memo SET has_code = 0, open_tasks = 7 WHERE id = 'task'",
        ["task has_code", "task open_tasks"],
      ],
      ["DELETE FROM memo_tag WHERE tag = 'new'", ["m0 memo_tag"]],
      [`DELETE FROM memo_text WHERE memo_pk = ${pkOf("m600")}`, ["m600 memo_text"]],
      [
        `UPDATE memo_text SET folded = 'x' WHERE creator = '' AND memo_pk = ${pkOf("shown")}`,
        ["shown memo_text of everybody"],
      ],
      [
        `INSERT INTO memo_text SELECT memo_pk, '', folded, words FROM memo_text WHERE memo_pk = ${pkOf("hidden")}`,
        ["hidden memo_text of everybody"],
      ],
      [
        `UPDATE memo_text SET words = '''x'':1' WHERE memo_pk = ${pkOf("other")}`,
        ["other memo_text"],
      ],
      [
        `INSERT INTO memo_text VALUES (5000, 'users/carol', 'nobody', ''), (${pkOf("m3")}, 'users/carol', '', '')`,
        ["4 left over", "5000 left over"],
      ],
    ];
    for (const [statements, expected] of damages) {
      await damage(open.url, statements);
      const before = await check(open.url);
      expect(before.found.toSorted(), statements).toEqual(expected);
      expect(await check(open.url, true)).toEqual(before);
      expect(await check(open.url), statements).toEqual(right);
    }
  });

  test("refuses any schema version but its own", async () => {
    await using open = await tempPostgresDatabase();
    await damage(open.url, "UPDATE meta SET value = '3' WHERE key = 'db.schema_version'");
    const tally = await checkPostgresDerived({ url: open.url, mend: false, report: () => {} });
    expect(tally).toMatchObject({ ok: false, error: { type: "schema" } });
  });
});
