import { describe, expect, test } from "vitest";
import { ask } from "../../../../scripts/postgres/ask.ts";
import { listQueryOf } from "../../../db/tests/list-query.ts";
import { tempPostgresDatabase } from "../../tests/postgres-database.ts";
import { memoRow, saveRow } from "../../../db/tests/temp-database.ts";

/** Adds a column to every table. */
async function widen(url: string): Promise<void> {
  const tables = await ask(
    url,
    `SELECT oid::regclass::text AS name FROM pg_class
      WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace`,
  );
  const steps = tables.map(({ name }) => `ALTER TABLE ${String(name)} ADD COLUMN of_later text`);
  await ask(url, steps.join("; "));
}

describe("a table that a newer version widens under a running process", () => {
  test("can still be read and written concurrently", async () => {
    await using open = await tempPostgresDatabase();
    const { database } = open;
    const read = (): Promise<string[]> =>
      database.read(async ({ memos }) => {
        const listed = await memos.list(listQueryOf('tag in ["a"] || pinned'));
        const found = await memos.findMany(["m", "n"]);
        return [...listed, ...found].map(({ id }) => id);
      });
    const write = (id: string): Promise<unknown> =>
      database.write(async (stores) => {
        const before = await stores.memos.find("m");
        await saveRow(stores, memoRow(id, { content: `#a ${before?.content ?? ""}`.slice(0, 20) }));
      });
    await write("m");
    // Prepares every statement under its name on each connection.
    for (let n = 0; n < 3; n += 1) {
      await Promise.all([...Array.from({ length: 12 }, read), write("m"), write("n")]);
    }
    await widen(open.url);
    const before = await database.read(({ meta }) => meta.headSeq());
    const reads = Array.from({ length: 24 }, read);
    const writes = Array.from({ length: 8 }, (_, n) => write(`late-${n}`));
    for (const ids of await Promise.all(reads)) expect(ids).toContain("m");
    await Promise.all(writes);
    const late = await database.read(({ memos }) =>
      memos.findMany(Array.from({ length: 8 }, (_, n) => `late-${n}`)),
    );
    expect(late).toHaveLength(8);
    expect(await database.read(({ meta }) => meta.headSeq())).toBe(before);
  });
});
