import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openForeignDatabase } from "@tidemark/db/node";
import { describe, expect, test } from "vitest";
import { planImport } from "../src/index.ts";
import { openImport } from "../src/node/index.ts";
import { expectMemos } from "./expected-memos.ts";
import { imported } from "./imported.ts";
import { scratchFolder } from "./made-folder.ts";
import { openProfile } from "./open-profile.ts";
import { ownFolder, realFolders, upgraded } from "./samples/memos-folders.ts";

const of030 = [ownFolder("0.30"), ...realFolders("0.30.0")];
const folders = [
  ownFolder("0.22"),
  ownFolder("0.24"),
  ...realFolders("0.24.4"),
  ...of030,
  ...of030.map(upgraded),
];

describe.each(folders)("the database of memos $name", ({ made, expected }) => {
  test.each(["alice", "bob", "host"])("gives %s only their own memos", async (user) => {
    const dir = await made();
    const profile = await openProfile();
    const report = await imported(profile, join(dir, "memos_prod.db"), user);
    using database = openForeignDatabase(join(dir, "memos_prod.db"));
    const content = (uid: string): string =>
      String(database.all("SELECT content FROM memo WHERE uid = ?", [uid])[0]?.["content"]);
    const theirs = expected().filter((memo) => memo.author === user);
    expect(report.counts.new).toBe(theirs.length);
    await expectMemos(profile, theirs, user, { content }, ({ stored }) => stored !== "S3");
    const codes = report.rows.map(({ code }) => code);
    const lost = (name: string, count: number): void =>
      expect(
        codes.filter((code) => code === name),
        name,
      ).toHaveLength(count);
    const own = new Set(theirs.map(({ uid }) => uid));
    lost(
      "file",
      theirs.flatMap((memo) => memo.attachments).filter(({ stored }) => stored === "S3").length,
    );
    lost("no-parent", theirs.filter(({ parent }) => parent !== null && !own.has(parent)).length);
    lost(
      "others-reactions",
      theirs.filter(({ reactions }) => reactions.some((each) => each.user !== user)).length,
    );
    lost(
      "others-references",
      theirs.filter(({ references }) => references.some((uid) => !own.has(uid))).length,
    );
    // Importing again, as a folder, adds nothing.
    expect((await imported(profile, dir, user)).counts).toMatchObject({
      new: 0,
      same: theirs.length,
    });
  });

  test("is rejected, with the users' names, if no user is chosen", async () => {
    const file = join(await made(), "memos_prod.db");
    await expect(openImport(file, { user: null })).rejects.toThrow(
      "it holds memos of host, alice, bob; choose one with --user NAME",
    );
    await expect(openImport(file, { user: "mallory" })).rejects.toThrow("it has no user named");
  });

  test("reports files that aren't beside it", async () => {
    const dir = await made();
    await rm(join(dir, "assets"), { recursive: true });
    const profile = await openProfile();
    await using source = await openImport(join(dir, "memos_prod.db"), { user: "alice" });
    const plan = await planImport(profile, source);
    const files = plan.rows.filter(({ code }) => code === "file");
    const lost = expected()
      .filter(({ author }) => author === "alice")
      .flatMap(({ attachments }) => attachments.map(({ stored }) => stored));
    const onDisk = lost.filter((stored) => stored === "LOCAL");
    expect(onDisk.length).toBeGreaterThan(4);
    expect(files).toHaveLength(lost.filter((stored) => stored === "S3").length + onDisk.length);
    const words = files.filter(({ words }) =>
      / stays behind: .* isn't next to the database$/.test(words),
    );
    expect(words).toHaveLength(onDisk.length);
  });
});

test.each(["0.22", "0.24", "0.30"] as const)(
  "links of memos %s lead to imported memos and files, and other links are unchanged",
  async (version) => {
    const profile = await openProfile();
    const dir = await ownFolder(version).made();
    await imported(profile, dir, "alice");
    const all = await profile.all();
    const embeds = all.find(({ content }) => content.startsWith("![sea]"))!;
    const first = all.find(({ content }) => content.startsWith("Hej!"))!;
    const [picture, table] = await profile.filesOf(embeds.id);
    const shown = `/file/attachments/${picture!.id}/sea%20%26%20sky.png`;
    expect(embeds.content).toBe(
      `![sea](${shown}) ![again](${shown})\n` +
        `[times](/file/attachments/${table!.id}/timetable.csv), [first](/memos/${first.id}), ` +
        "[bob's](/memos/bob-public)",
    );
  },
);

describe("a database of memos 0.31", () => {
  const schema = `
    CREATE TABLE user (id INTEGER PRIMARY KEY, username TEXT NOT NULL UNIQUE);
    CREATE TABLE memo (
      id INTEGER PRIMARY KEY, uid TEXT NOT NULL UNIQUE, creator_id INTEGER NOT NULL,
      created_ts BIGINT NOT NULL, updated_ts BIGINT NOT NULL,
      row_status TEXT NOT NULL DEFAULT 'NORMAL', content TEXT NOT NULL, visibility TEXT NOT NULL,
      pinned INTEGER NOT NULL DEFAULT 0, payload TEXT NOT NULL DEFAULT '{}', space_id INTEGER
    );
    CREATE TABLE memo_relation (memo_id INTEGER, related_memo_id INTEGER, type TEXT);
    CREATE TABLE attachment (
      id INTEGER PRIMARY KEY, uid TEXT NOT NULL UNIQUE, creator_id INTEGER NOT NULL,
      created_ts BIGINT NOT NULL, updated_ts BIGINT NOT NULL, filename TEXT NOT NULL, blob BLOB,
      type TEXT NOT NULL, size INTEGER NOT NULL, memo_id INTEGER,
      storage_type TEXT NOT NULL DEFAULT '', reference TEXT NOT NULL DEFAULT ''
    );
    CREATE TABLE reaction (
      id INTEGER PRIMARY KEY, creator_id INTEGER NOT NULL, memo_id INTEGER NOT NULL,
      reaction_type TEXT NOT NULL
    );
    CREATE TABLE space (id INTEGER PRIMARY KEY, uid TEXT NOT NULL, title TEXT NOT NULL);
    INSERT INTO user VALUES (1, 'ann'), (2, 'bob');`;
  const payload = (tags: readonly string[]): string => JSON.stringify({ tags });

  async function madeBy(rows: string): Promise<string> {
    const file = join(await scratchFolder(), "memos_prod.db");
    using database = new DatabaseSync(file);
    database.exec(schema + rows);
    return file;
  }

  test("yields reactions by memo number, and doesn't report ancestors of tags", async () => {
    const tags = payload(["harbour/north", "harbour", "a/b/c", "a/b", "a"]);
    const file = await madeBy(`
      INSERT INTO memo (id, uid, creator_id, created_ts, updated_ts, content, visibility, payload) VALUES
        (1, 'first01', 1, 1770000000, 1770000100, 'Boats at #harbour/north #a/b/c', 'PRIVATE', '${tags}'),
        (2, '3', 1, 1770000000, 1770000100, 'whose uid is a number', 'PRIVATE', '{}'),
        (3, 'third01', 1, 1770000000, 1770000100, 'another', 'PRIVATE', '{}');
      INSERT INTO reaction VALUES (1, 1, 1, '👍'), (2, 1, 3, '🎉'), (3, 1, 99, '👀');`);
    const profile = await openProfile();
    const report = await imported(profile, file);
    expect(report.counts).toEqual({ new: 3, same: 0, skipped: 0, problems: 0 });
    const reactions = new Map<string, string[]>();
    for (const { id, content } of await profile.all()) {
      const all = await profile.memos.listReactions(profile.owner, id, {
        pageSize: 9,
        pageToken: "",
      });
      if (all.ok)
        reactions.set(
          content,
          all.value.items.map(({ reactionType }) => reactionType),
        );
    }
    expect(reactions).toEqual(
      new Map([
        ["Boats at #harbour/north #a/b/c", ["👍"]],
        ["whose uid is a number", []],
        ["another", ["🎉"]],
      ]),
    );
  });

  test("reports tags that the text neither contains nor implies", async () => {
    const tags = payload(["harbour/north", "harbour", "har", "harbour/north/pier", "gone"]);
    const file = await madeBy(`
      INSERT INTO memo (id, uid, creator_id, created_ts, updated_ts, content, visibility, payload) VALUES
        (1, 'first01', 1, 1770000000, 1770000100, '#harbour/north', 'PRIVATE', '${tags}');`);
    const report = await imported(await openProfile(), file);
    expect(report.rows.filter(({ code }) => code === "tags").map(({ words }) => words)).toEqual([
      expect.stringMatching(/: har, harbour\/north\/pier, gone$/) as string,
    ]);
  });

  test("yields pictures referenced without filenames, and memos of spaces as private", async () => {
    const file = await madeBy(`
      INSERT INTO space VALUES (1, 'crew', 'Crew');
      INSERT INTO memo (id, uid, creator_id, created_ts, updated_ts, content, visibility, space_id) VALUES
        (1, 'first01', 1, 1770000000, 1770000100,
          'before ![boat](/file/attachments/pic01) ![x](/file/attachments/pic01?thumbnail=true) after', 'SPACE', 1),
        (2, 'other01', 2, 1770000000, 1770000100, 'theirs', 'SPACE', 1);
      INSERT INTO attachment (id, uid, creator_id, created_ts, updated_ts, filename, blob, type, size, memo_id)
        VALUES (1, 'pic01', 1, 1, 1, 'boat one.png', X'6869', 'image/png', 2, 1);`);
    const profile = await openProfile();
    const report = await imported(profile, file, "ann");
    expect(report.counts).toMatchObject({ new: 1, problems: 0 });
    expect(report.rows.filter(({ code }) => code === "spaces")).toHaveLength(1);
    const [memo] = await profile.all();
    const [picture] = await profile.filesOf(memo!.id);
    const address = `/file/attachments/${picture!.id}/boat%20one.png`;
    expect(memo).toMatchObject({
      content: `before ![boat](${address}) ![x](${address}) after`,
      visibility: "PRIVATE",
    });
  });

  const memo = `
    INSERT INTO memo (id, uid, creator_id, created_ts, updated_ts, content, visibility) VALUES
      (1, 'first01', 1, 1770000000, 1770000100, '![boat](/file/attachments/pic01)', 'PRIVATE'),
      (2, 'second1', 1, 1770000000, 1770000100, 'second', 'PRIVATE');
    INSERT INTO attachment (id, uid, creator_id, created_ts, updated_ts, filename, blob, type, size, memo_id)
      VALUES (1, 'pic01', 1, 1, 1, 'boat one.png', X'6869', 'image/png', 2, 1);
    INSERT INTO reaction VALUES (1, 1, 1, '👍');
    INSERT INTO memo_relation VALUES (1, 2, 'REFERENCE');`;

  test.each<[string, string, readonly (string | RegExp)[]]>([
    [
      "reactions with another column",
      "ALTER TABLE reaction RENAME COLUMN memo_id TO target_id",
      ["no reactions are imported: the table reaction has no column memo_id"],
    ],
    [
      "no table of reactions",
      "DROP TABLE reaction",
      ["no reactions are imported: the table reaction is missing, or isn't an ordinary table"],
    ],
    [
      "relations with another column",
      "ALTER TABLE memo_relation RENAME COLUMN type TO kind",
      ["no comments and references are imported: the table memo_relation has no column type"],
    ],
    [
      "files in a table of another name",
      "ALTER TABLE attachment RENAME TO media",
      [
        "its text shows /file/attachments/pic01, which isn't among its files; the link stays as it is",
        /^no files are imported: the table attachment is missing/,
        "the table media is unknown, maybe of a newer version; skipped: 1 rows",
      ],
    ],
    [
      "an endless view in the place of files",
      `DROP TABLE attachment; CREATE VIEW attachment AS
         WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS id FROM n`,
      [/its text shows/, /^no files are imported: the table attachment is missing/],
    ],
    [
      "files without their content",
      "ALTER TABLE attachment DROP COLUMN blob",
      [/content is not in the database/, /its text shows/],
    ],
    [
      "an unknown table about memos",
      "CREATE TABLE memo_mood (memo_id INTEGER, mood TEXT); INSERT INTO memo_mood VALUES (1, 'calm')",
      ["the table memo_mood is unknown, maybe of a newer version; skipped: 1 rows"],
    ],
    ["an unknown empty table", "CREATE TABLE memo_mood (memo_id INTEGER)", []],
    [
      "tables of spaces",
      "CREATE TABLE space_member (space_id INTEGER); INSERT INTO space_member VALUES (1)",
      [],
    ],
  ])("with %s yields the memos, and reports that", async (_, change, problems) => {
    const report = await imported(await openProfile(), await madeBy(`${memo}\n${change};`));
    expect(report.counts.new).toBe(2);
    const words = report.rows.filter(({ outcome }) => outcome === "problem");
    expect(words.map((row) => row.words)).toEqual(
      problems.map((each) =>
        typeof each === "string" ? each : (expect.stringMatching(each) as string),
      ),
    );
  });

  test("damaged in the pages of a side table yields the memos, and reports that", async () => {
    const many = Array.from(
      { length: 2000 },
      (_, at) => `(${at + 10}, 1, 2, '${at} ${"x".repeat(50)}')`,
    );
    const file = await madeBy(`${memo}\nINSERT INTO reaction VALUES ${many.join(", ")};`);
    const bytes = await readFile(file);
    for (let at = 4096; at < bytes.length; at += 4096) {
      // Damages the headers of pages with reactions.
      if (bytes.subarray(at, at + 4096).includes("xxxxxxxxxx")) bytes.fill(0xff, at, at + 12);
    }
    await writeFile(file, bytes);
    const report = await imported(await openProfile(), file);
    expect(report.counts).toMatchObject({ new: 2, problems: 1 });
    expect(report.rows.find(({ code }) => code === "unread-table")?.words).toMatch(
      /^no reactions are imported: the table reaction can't be read \(.*malformed/,
    );
  });
});
