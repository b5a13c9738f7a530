import { Client } from "pg";
import { epochKey } from "@tidemark/core/sync/server";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { tempPostgres } from "../../../../scripts/postgres/temp-postgres.ts";
import { openSqliteConnection } from "../../../db/tests/engine.ts";
import { memoRow, saveRow, tempFolder } from "../../../db/tests/temp-database.ts";
import { openDatabase, openMoveSource } from "@tidemark/db/node";
import { openPostgres } from "../open-postgres.ts";
import type { AllWriteStores } from "@tidemark/db/engine";
import { beginMove, type Move, type MovedRows } from "./move-to-postgres.ts";

/**
 * Stages at which a move is interrupted. The nightly run tests all; on each change,
 * `tests/move/killed-move.test.ts` kills it at each of them.
 */
const stages =
  process.env["TIDEMARK_NIGHTLY"] === "1"
    ? (["copying", "indexing", "comparing"] as const)
    : (["indexing"] as const);

let file: string;
let url: string;
let resources: AsyncDisposableStack;

beforeEach(async () => {
  resources = new AsyncDisposableStack();
  file = resources.use(tempFolder()).file("tidemark.db");
  url = resources.use(await tempPostgres()).url;
});
afterEach(() => resources.disposeAsync());

/** Creates a server's database with data. */
async function used(epoch = "the epoch", fill = someMemos): Promise<void> {
  await using open = await openDatabase({ file, role: "server" });
  await open.database.write(async (stores) => {
    await stores.meta.set(epochKey, epoch);
    await fill(stores as AllWriteStores);
  });
}

async function someMemos(stores: AllWriteStores): Promise<void> {
  for (let n = 0; n < 30; n += 1) {
    await saveRow(
      stores,
      memoRow(`m${n}`, { content: `# Title ${n}\n#work #t${n % 7} ü 国破れて` }),
    );
  }
  await saveRow(stores, memoRow("shared", { content: "for all", visibility: "PUBLIC" }));
  await saveRow(stores, memoRow("in space", { content: "for some", visibility: "SPACE" }));
  await saveRow(stores, memoRow("other", { content: "Other's", creator: "users/bob" }));
  await saveRow(
    stores,
    memoRow("placed", {
      content: "",
      location: { placeholder: "x", latitude: 1.1, longitude: -2.3e-7 },
    }),
  );
  await saveRow(stores, memoRow("last", { content: "to be removed" }));
  await stores.memos.remove("last");
}

async function begin(): Promise<Move> {
  return beginMove({ source: resources.use(await openMoveSource({ file })), url });
}

async function moveAll(): Promise<MovedRows> {
  await using move = await begin();
  const rows = await move.copyRows(() => undefined);
  await move.finish();
  return rows;
}

function inFile(sql: string): void {
  const connection = openSqliteConnection({ file, readonly: false });
  connection.exec(sql);
  connection.close();
}

async function ask(sql: string, of = url): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: of });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

const indexes = `
SELECT indexdef AS def FROM pg_indexes WHERE schemaname = 'public'
UNION ALL
SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
  WHERE connamespace = 'public'::regnamespace
ORDER BY def`;

describe("a move to PostgreSQL", () => {
  test("copies every row unchanged, and reports both sides", async () => {
    await used();
    const { tables, nuls } = await moveAll();
    expect(nuls).toBe(0);
    expect(tables.filter(({ source, target }) => source !== target)).toEqual([]);
    const counts = Object.fromEntries(tables.map(({ name, rows }) => [name, rows]));
    expect(counts).toMatchObject({ memo: 34, memo_tag: 60, meta: 1, counter: 1, session: 0 });
    const [placed] = await ask("SELECT latitude, longitude, place FROM memo WHERE id = 'placed'");
    expect(placed).toEqual({ latitude: 1.1, longitude: -2.3e-7, place: "x" });
  });

  test("writes the same search texts, indexes and references as the stores", async () => {
    await used();
    await moveAll();
    await using fresh = await tempPostgres();
    await using written = await openPostgres({ url: fresh.url });
    await written.database.write((stores) => someMemos(stores as AllWriteStores));
    const texts = "SELECT memo_pk, creator, folded, words FROM memo_text ORDER BY creator, memo_pk";
    expect(await ask(texts)).toEqual(await ask(texts, fresh.url));
    expect((await ask(texts)).length).toBe(36);
    expect(await ask(indexes)).toEqual(await ask(indexes, fresh.url));
  });

  test("continues the file's numbering", async () => {
    await used();
    await moveAll();
    await using moved = await openPostgres({ url });
    // The removed memo's number isn't reused.
    await moved.database.write((stores) => saveRow(stores as AllWriteStores, memoRow("next")));
    expect(await ask("SELECT pk FROM memo WHERE id = 'next'")).toEqual([{ pk: "36" }]);
  });

  test("replaces and counts U+0000 by U+FFFD", async () => {
    await used();
    inFile(
      `UPDATE memo SET content = 'a' || char(0) || 'b' || char(0), title = char(0) WHERE id = 'm1'`,
    );
    expect(await moveAll()).toMatchObject({ nuls: 3 });
    expect(await ask("SELECT content, title FROM memo WHERE id = 'm1'")).toEqual([
      { content: "a\uFFFDb\uFFFD", title: "\uFFFD" },
    ]);
    expect(await ask("SELECT folded FROM memo_text WHERE memo_pk = 2")).toEqual([
      { folded: "a\uFFFDb\uFFFD" },
    ]);
  });

  test("copies bytes and long texts whole", async () => {
    const long = "é😀 long ".repeat(400_000);
    await used("e", async (stores) => {
      await saveRow(stores, memoRow("long", { content: long }));
    });
    inFile("INSERT INTO memo_doc VALUES ('long', 1, x'00ff007f5c78')");
    const { tables } = await moveAll();
    expect(tables.filter(({ source, target }) => source !== target)).toEqual([]);
    const [moved] = await ask(
      "SELECT content, d.state FROM memo JOIN memo_doc AS d ON d.memo = id",
    );
    expect(moved).toEqual({ content: long, state: Buffer.from("00ff007f5c78", "hex") });
  });

  test.each(stages)("is cleared and done again when it was interrupted while %s", async (stage) => {
    await used();
    await expect(
      (async () => {
        await using move = await begin();
        await move.copyRows((progress) => {
          if (progress.stage === stage) throw new Error("broken off");
        });
      })(),
    ).rejects.toThrow("broken off");
    await expect(openPostgres({ url })).rejects.toThrow("a move into it isn't finished");
    await moveAll();
    await (await openPostgres({ url })).close();
  });

  test("refuses a target that is not empty, and leaves it unchanged", async () => {
    await used();
    await ask("CREATE TABLE notes (a text)");
    await expect(begin()).rejects.toThrow("is not empty, it has notes");
    expect(await ask("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")).toEqual([
      { count: "1" },
    ]);
  });

  test("refuses a target that already has a server's data", async () => {
    await used();
    await moveAll();
    await expect(begin()).rejects.toThrow("is not empty");
  });

  test("accepts a target with only an extension", async () => {
    await used();
    await ask("CREATE EXTENSION pg_trgm");
    await moveAll();
  });

  test("leaves another source's unfinished move alone, and tables that are not its own", async () => {
    await used("one");
    await (await begin())[Symbol.asyncDispose]();
    await used("another");
    await expect(begin()).rejects.toThrow("another server's move");
    await used("one");
    await ask("CREATE TABLE notes (a text)");
    await expect(begin()).rejects.toThrow("holds more than an unfinished move: notes");
    expect(await ask("SELECT * FROM notes")).toEqual([]);
  });

  test("refuses a second move, and ends connections that a killed one left", async () => {
    await used();
    const left = new Client({ connectionString: url, application_name: "tidemark move" });
    left.on("error", () => undefined);
    await left.connect();
    await (await begin())[Symbol.asyncDispose]();
    await left.query("BEGIN");
    await left.query("LOCK TABLE memo");
    await using move = await begin();
    await expect(begin()).rejects.toThrow("another move into it is running");
    await move.copyRows(() => undefined);
    await move.finish();
    await left.end();
  });

  test("names tables whose copy differs, and stays unfinished", async () => {
    await used();
    await using move = await begin();
    await ask(`CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN NEW.title := 'x'; RETURN NEW; END $$`);
    await ask(`CREATE TRIGGER spoil BEFORE INSERT ON memo FOR EACH ROW
      WHEN (NEW.id = 'm3') EXECUTE FUNCTION spoil()`);
    await expect(move.copyRows(() => undefined)).rejects.toThrow(
      "what came differs from what was read: memo",
    );
    await expect(openPostgres({ url })).rejects.toThrow("a move into it isn't finished");
  });

  test("refuses a database that no server has used", async () => {
    await (await openDatabase({ file, role: "device" })).close();
    await expect(begin()).rejects.toThrow("no server has run on it");
    expect(await ask("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")).toEqual([
      { count: "0" },
    ]);
  });
});
