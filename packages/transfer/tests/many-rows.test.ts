import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openForeignDatabase } from "@tidemark/db/node";
import { describe, expect, test } from "vitest";
import { openSource } from "../src/node/open-source.ts";
import type { SourceTree } from "../src/archive/source-tree.ts";
import { type ImportSource, planImport } from "../src/index.ts";
import { openImport } from "../src/node/index.ts";
import { nodeHost } from "../src/node/open-import.ts";
import { joplinFormat } from "../src/joplin/joplin-format.ts";
import { keepFormat } from "../src/keep/keep-format.ts";
import { memosDbFormat } from "../src/memos-db/memos-db-format.ts";
import { readMemosTables } from "../src/memos-db/memos-tables.ts";
import { type ImportItem, type ImportMemo, skipped } from "../src/model.ts";
import { tidemarkFormat } from "../src/tidemark/tidemark-format.ts";
import { joplinId, joplinItem } from "./joplin-export.ts";
import { scratchFolder } from "./made-folder.ts";
import { openProfile } from "./open-profile.ts";

// Sources with many repetitions. A loop that scans or copies everything read before would take minutes for
// each of them.

const numbers = (last: number): string =>
  `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${last})`;

async function memosDatabase(sql: string, key = "INTEGER PRIMARY KEY"): Promise<string> {
  const file = join(await scratchFolder(), "memos_prod.db");
  using database = new DatabaseSync(file);
  database.exec(`
    CREATE TABLE user (id INTEGER PRIMARY KEY, username TEXT);
    CREATE TABLE memo (id ${key}, uid TEXT, creator_id INTEGER, created_ts INTEGER,
      updated_ts INTEGER, row_status TEXT, content TEXT, visibility TEXT, pinned INTEGER);
    CREATE TABLE memo_relation (memo_id INTEGER, related_memo_id INTEGER, type TEXT);
    CREATE TABLE reaction (id INTEGER PRIMARY KEY, creator_id INTEGER, content_id TEXT, reaction_type TEXT);
    CREATE TABLE resource (id ${key}, uid TEXT, creator_id INTEGER, created_ts INTEGER,
      updated_ts INTEGER, filename TEXT, blob BLOB, type TEXT, size INTEGER, memo_id INTEGER,
      reference TEXT, storage_type TEXT);
    INSERT INTO user VALUES (1, 'alice'), (2, 'bob');
    ${sql}
  `);
  return file;
}

const memoRow = (id: string, created: string): string =>
  `INSERT INTO memo ${numbers(1500)} SELECT ${id}, 'u' || i, 1, ${created}, 1, 'NORMAL', 'm', 'PRIVATE', 0 FROM n;`;

async function itemsOf(path: string): Promise<ImportItem[]> {
  await using source = await openImport(path, { user: null, ...nodeHost() });
  return await Array.fromAsync(source.items());
}

const isMemo = (item: ImportItem): item is ImportMemo => item.type === "memo";

describe("a database of memos", () => {
  test("with a repeated relation and reaction yields each once", async () => {
    const memo = "1, 1, 'NORMAL', 'm', 'PRIVATE', 0";
    const file = await memosDatabase(`
      INSERT INTO memo VALUES (1, 'one', 1, ${memo}), (2, 'two', 1, ${memo});
      INSERT INTO memo_relation ${numbers(100_000)} SELECT 1, 2, 'REFERENCE' FROM n;
      INSERT INTO reaction ${numbers(100_000)} SELECT i, 1, 'memos/one', 'HEART' FROM n;
      INSERT INTO reaction ${numbers(100_000)} SELECT 200000 + i, 1, 'memos/one', 'r' || i FROM n;
    `);
    const items = await itemsOf(file);
    const [one] = items.filter(isMemo);
    expect(items).toHaveLength(2);
    expect(one).toMatchObject({ references: ["two"] });
    expect(one!.reactions).toHaveLength(100_001);
  });

  test("with a long chain of comments yields each after its parent", async () => {
    const file = await memosDatabase(`
      ${memoRow("i", "2000 - i")}
      INSERT INTO memo_relation ${numbers(1499)} SELECT i + 1, i, 'COMMENT' FROM n;
    `);
    const memos = (await itemsOf(file)).filter(isMemo);
    expect(memos.map(({ key }) => key)).toEqual(
      Array.from({ length: 1500 }, (_, at) => `u${at + 1}`),
    );
  });

  test("with a repeated memo number doesn't multiply files", async () => {
    const file = await memosDatabase(
      `${memoRow("1", "i")}
      INSERT INTO resource ${numbers(1500)}
        SELECT i, 'f' || i, 1, 1, 1, 'f', X'00', '', 1, 1, '', '' FROM n;`,
      "INTEGER",
    );
    const items = await itemsOf(file);
    const memos = items.filter(isMemo);
    expect(memos.map(({ files }) => files.length)).toEqual([1500]);
    expect(items.filter((item) => !isMemo(item) && item.code === "repeated")).toHaveLength(1499);
  });

  test("without an index isn't scanned for each memo and file", async () => {
    const file = await memosDatabase("", "INTEGER");
    using database = openForeignDatabase(file);
    const asked: string[] = [];
    const tables = readMemosTables({
      all(sql, parameters) {
        asked.push(sql);
        return database.all(sql, parameters);
      },
      [Symbol.dispose]() {},
    });
    asked.length = 0;
    tables.memo(1);
    tables.blob(1);
    const plans = asked.map((sql) => database.all(`EXPLAIN QUERY PLAN ${sql}`, [1]));
    expect(plans.flat().map(({ detail }) => String(detail).split(" ", 1)[0])).toEqual([
      "SEARCH",
      "SEARCH",
    ]);
  });

  test("with an extremely long file path causes few lookups", async () => {
    const path = `/${"a/".repeat(1000)}f`;
    const file = await memosDatabase(`
      INSERT INTO memo VALUES (1, 'one', 1, 1, 1, 'NORMAL', 'm', 'PRIVATE', 0);
      INSERT INTO resource VALUES (1, 'f', 1, 1, 1, 'f', NULL, '', 1, 1, '${path}', 'LOCAL');
    `);
    await using tree = await openSource(file);
    const looked: string[] = [];
    const counted: SourceTree = {
      ...tree,
      async find(inside) {
        looked.push(inside);
        return (await tree.find?.(inside)) ?? null;
      },
    };
    await using source = await memosDbFormat.read(counted, { user: null, ...nodeHost() });
    await Array.fromAsync(source.items());
    expect(looked.length).toBeLessThan(100);
  });
});

test("a JSON export with a long chain of comments in reverse is read once", async () => {
  const memos = Array.from({ length: 1500 }, (_, at) =>
    JSON.stringify({
      id: `m${at}`,
      created: "2024-01-01T00:00:00Z",
      updated: "2024-01-01T00:00:00Z",
      visibility: "PRIVATE",
      parent: at === 0 ? null : `m${at - 1}`,
      content: `memo ${at}`,
    }),
  );
  const files: Readonly<Record<string, string>> = {
    "tidemark.json": JSON.stringify({ format: "tidemark-export", version: 1 }),
    "memos.json": `[\n${memos.toReversed().join(",\n")}\n]\n`,
  };
  const { tree, opened } = openedTree(files);
  await using source = await tidemarkFormat.read(tree, { user: null, ...nodeHost() });
  const read = (await Array.fromAsync(source.items())).filter(isMemo);
  expect(read.map(({ key }) => key)).toEqual(memos.map((_memo, at) => `m${at}`));
  expect(read[7]!.text).toEqual(["memo 7"]);
  expect(opened).toEqual(["memos.json"]);
});

test("notes of Google Keep may reference many missing files", async () => {
  const attachments = Array.from({ length: 20_000 }, (_, at) => ({ filePath: `gone${at}.jpeg` }));
  const note = { isTrashed: false, isPinned: false, isArchived: false, attachments };
  const files: Record<string, string> = { "a.json": JSON.stringify(note) };
  for (let at = 0; at < 20_000; at += 1) files[`${at}.png`] = "";
  const { tree } = openedTree(files);
  await using source = await keepFormat.read(tree, { user: null, ...nodeHost() });
  const items = await Array.fromAsync(source.items());
  expect(items.filter((item) => !isMemo(item) && item.code === "no-file")).toHaveLength(20_000);
});

test("notebooks of Joplin may be nested endlessly", async () => {
  const id = (at: number): string => at.toString(16).padStart(32, "0");
  const files: Record<string, string> = {};
  for (let at = 0; at < 3000; at += 1) {
    const parent = { parent_id: at === 0 ? "" : id(at - 1) };
    files[`${id(at)}.md`] = joplinItem(2, id(at), "notebook", parent);
    files[`${id(at + 10_000)}.md`] = joplinItem(1, id(at + 10_000), "note", { parent_id: id(at) });
  }
  await using source = await joplinFormat.read(openedTree(files).tree, {
    user: null,
    ...nodeHost(),
  });
  const folders = (await Array.fromAsync(source.items())).filter(isMemo).map((memo) => memo.folder);
  expect(folders.slice(0, 2)).toEqual(["notebook", "notebook/notebook"]);
  expect(Math.max(...folders.map((folder) => folder.length))).toBeLessThan(2000);
});

/** Returns a tree of files in memory, and the list of opened files. */
function openedTree(files: Readonly<Record<string, string>>): {
  readonly tree: SourceTree;
  readonly opened: string[];
} {
  const opened: string[] = [];
  const tree: SourceTree = {
    name: "made",
    entries: Object.keys(files).map((path) => ({ path, sizeBytes: 1, modifiedMs: 0 })),
    problems: [],
    async *open(path) {
      opened.push(path);
      yield Buffer.from(files[path] ?? "");
    },
    async [Symbol.asyncDispose]() {},
  };
  return { tree, opened };
}

describe("a cancelled import", () => {
  const keepNote = JSON.stringify({ isTrashed: false, isPinned: false, isArchived: false });
  const manifest = JSON.stringify({ format: "tidemark-export", version: 1 });

  test.each([
    ["keep", keepFormat, { "a.json": keepNote, "b.json": keepNote }],
    ["joplin", joplinFormat, { [`${joplinId("1")}.md`]: joplinItem(1, joplinId("1"), "note") }],
    ["tidemark", tidemarkFormat, { "tidemark.json": manifest, "memos/a.md": "text" }],
  ])("ends while %s is scanned, before the first item", async (_name, format, files) => {
    const { tree, opened } = openedTree(files);
    await using source = await format.read(tree, { user: null, ...nodeHost() });
    const items = Array.fromAsync(source.items(AbortSignal.abort(new Error("cancelled"))));
    await expect(items).rejects.toThrow("cancelled");
    expect(opened).toEqual([]);
  });

  test("ends even if a source is read without waiting", async () => {
    const cut = new AbortController();
    let read = 0;
    const source: ImportSource = {
      format: "made",
      id: "",
      label: "made",
      async *items() {
        // Aborts in a separate turn of the event loop, like a process signal.
        setImmediate(() => cut.abort(new Error("cancelled")));
        for (; read < 100_000; read += 1) yield skipped("a", "made", "made");
      },
      async [Symbol.asyncDispose]() {},
    };
    const profile = await openProfile();
    await expect(planImport(profile, source, cut.signal)).rejects.toThrow("cancelled");
    expect(read).toBeLessThan(100);
  });
});
