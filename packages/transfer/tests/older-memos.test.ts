import { copyFile, mkdir } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { planImport, runImport } from "../src/index.ts";
import { openMemosServer } from "../src/node/index.ts";
import { imported } from "./imported.ts";
import { scratchFolder, writeFiles } from "./made-folder.ts";
import { openProfile } from "./open-profile.ts";

// Generated databases as 0.22 wrote them and as upgrades left them, based on the differences between real
// ones.
const schema = `
CREATE TABLE migration_history (version TEXT PRIMARY KEY, created_ts BIGINT NOT NULL DEFAULT 0);
CREATE TABLE user (id INTEGER PRIMARY KEY, username TEXT NOT NULL UNIQUE, role TEXT NOT NULL);
CREATE TABLE memo (
  id INTEGER PRIMARY KEY, uid TEXT NOT NULL UNIQUE, creator_id INTEGER NOT NULL,
  created_ts BIGINT NOT NULL, updated_ts BIGINT NOT NULL, row_status TEXT NOT NULL DEFAULT 'NORMAL',
  content TEXT NOT NULL, visibility TEXT NOT NULL DEFAULT 'PRIVATE', payload TEXT NOT NULL DEFAULT '{}'
);
CREATE TABLE memo_organizer (memo_id INTEGER, user_id INTEGER, pinned INTEGER);
CREATE TABLE memo_relation (memo_id INTEGER, related_memo_id INTEGER, type TEXT);
CREATE TABLE resource (
  id INTEGER PRIMARY KEY, uid TEXT NOT NULL UNIQUE, creator_id INTEGER NOT NULL,
  created_ts BIGINT NOT NULL, updated_ts BIGINT NOT NULL, filename TEXT NOT NULL, blob BLOB,
  type TEXT NOT NULL, size INTEGER NOT NULL, memo_id INTEGER, storage_type TEXT NOT NULL DEFAULT '',
  reference TEXT NOT NULL DEFAULT '', payload TEXT NOT NULL DEFAULT '{}'
);
CREATE TABLE reaction (id INTEGER PRIMARY KEY, creator_id INTEGER, content_id TEXT, reaction_type TEXT);
INSERT INTO user VALUES (1, 'alice', 'HOST'), (2, 'bob', 'USER');
INSERT INTO memo (id, uid, creator_id, created_ts, updated_ts, content, payload) VALUES
  (1, 'uid-one', 1, 1000, 2000, 'first #here [[memos/uid-two?text=that%20one]]', '{"property":{"tags":["here","gone"]}}'),
  (2, 'uid-two', 1, 1001, 2001, 'second', '{}'),
  (3, 'uid-three', 1, 1002, 2002, 'a comment', 'broken {');
INSERT INTO memo_organizer VALUES (1, 1, 1), (2, 2, 1);
INSERT INTO memo_relation VALUES (3, 1, 'COMMENT'), (1, 99, 'REFERENCE');
INSERT INTO reaction VALUES (1, 1, 'memos/1', 'HEART'), (2, 2, '1', 'THUMBS_UP'), (3, 1, 'memos/99', 'FIRE'),
  (4, 1, 'memos/uid-one', '💛');
INSERT INTO resource VALUES
  (1, 'file-one', 1, 1, 1, 'x.txt', X'6869', 'text/plain', 2, 1, '', '', '{}'),
  (2, 'file-two', 1, 1, 1, 'far.png', NULL, 'image/png', 0, 1, 'EXTERNAL', 'https://a.example/far.png', '{}'),
  (3, 'file-three', 1, 1, 1, 'up.txt', NULL, 'text/plain', 6, 1, 'LOCAL', '../../secret.txt', '{}'),
  (4, 'file-four', 1, 1, 1, 'lost.txt', NULL, 'text/plain', 9, 1, '', '', '{}');
`;

async function olderDatabase(): Promise<{ readonly dir: string; readonly file: string }> {
  const dir = join(await scratchFolder(), "a/b");
  await mkdir(dir, { recursive: true });
  const file = join(dir, "memos_prod.db");
  using database = new DatabaseSync(file);
  database.exec(schema);
  return { dir, file };
}

describe("a database of memos 0.22, or an upgraded one", () => {
  test("yields its older rows, and reports missing parts", async () => {
    const { dir, file } = await olderDatabase();
    await writeFiles(dir, { "../../secret.txt": "secret" });
    const profile = await openProfile();
    const report = await imported(profile, file);
    expect(report.counts).toMatchObject({ new: 3 });
    const codes = report.rows
      .filter(({ outcome }) => outcome === "problem")
      .map(({ code }) => code);
    expect(codes.toSorted()).toEqual(["file", "file", "others-reactions", "tags"]);
    const [first, second, comment] = await profile.all();
    expect(first).toMatchObject({
      content: `first #here [that one](/memos/${second!.id})`,
      pinned: true,
      createdMs: 1_000_000,
      updatedMs: 2_000_000,
    });
    expect(second).toMatchObject({ content: "second", pinned: false });
    expect(comment).toMatchObject({ content: "a comment", parent: first!.id });
    const files = await profile.filesOf(first!.id);
    expect(files.map(({ filename, externalLink }) => [filename, externalLink])).toEqual([
      ["x.txt", ""],
      ["far.png", "https://a.example/far.png"],
    ]);
    const reactions = await profile.memos.listReactions(profile.owner, first!.id, {
      pageSize: 9,
      pageToken: "",
    });
    expect(reactions.ok && reactions.value.items.map(({ reactionType }) => reactionType)).toEqual([
      "💛",
    ]);
  });

  test("is read with its log, which contains the newest memos and isn't changed", async () => {
    const { dir, file } = await olderDatabase();
    const open = new DatabaseSync(file);
    onTestFinished(() => open.close());
    open.exec("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0");
    open.exec(
      "INSERT INTO memo (id, uid, creator_id, created_ts, updated_ts, content) VALUES (4, 'uid-four', 1, 9, 9, 'the last')",
    );
    const copy = join(dir, "copy");
    await mkdir(copy);
    for (const ending of ["", "-wal"])
      await copyFile(`${file}${ending}`, join(copy, `memos.db${ending}`));
    const profile = await openProfile();
    expect((await imported(profile, join(copy, "memos.db"))).counts.new).toBe(4);
    expect((await profile.all()).map(({ content }) => content)).toContain("the last");
  });
});

describe("a hostile database", () => {
  // Endless rows: counting, listing or querying them never returns.
  const endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)";
  const everRow = "i AS id, i AS memo_id, i AS related_memo_id, 'COMMENT' AS type, 1 AS creator_id";

  test("with views in place of its tables has them skipped", async () => {
    const { file } = await olderDatabase();
    {
      using database = new DatabaseSync(file);
      for (const table of ["memo_relation", "reaction", "memo_organizer"]) {
        database.exec(`DROP TABLE ${table}`);
        database.exec(`CREATE VIEW ${table} AS ${endless} SELECT ${everRow} FROM n`);
      }
      database.exec(`CREATE VIEW webhook AS ${endless} SELECT ${everRow} FROM n`);
      database.exec("ALTER TABLE memo ADD COLUMN huge AS (zeroblob(2000000000))");
    }
    const profile = await openProfile();
    expect((await imported(profile, file)).counts.new).toBe(3);
  });

  test("with a view in place of its memos isn't a database of memos", async () => {
    const { file } = await olderDatabase();
    {
      using database = new DatabaseSync(file);
      database.exec("DROP TABLE memo");
      database.exec(`CREATE VIEW memo AS ${endless} SELECT i AS id, i AS uid, 1 AS creator_id,
        1 AS created_ts, 'PUBLIC' AS visibility, 'again' AS content FROM n`);
    }
    const profile = await openProfile();
    await expect(imported(profile, file)).rejects.toThrow("no notes found");
  });
});

describe("a server of memos 0.22", () => {
  test("references memos and users by number", async () => {
    const memo = (number: number, fields: object): object => ({
      name: `memos/${number}`,
      uid: `uid${number}`,
      rowStatus: "ACTIVE",
      creator: "users/1",
      createTime: "2020-01-01T00:00:00Z",
      updateTime: "2020-01-01T00:00:00Z",
      visibility: "PRIVATE",
      relations: [],
      resources: [],
      reactions: [],
      ...fields,
    });
    const relation = (from: number, to: number, type: string): object => ({
      memo: `memos/${from}`,
      relatedMemo: `memos/${to}`,
      type,
    });
    const answers: Record<string, object> = {
      "POST /api/v1/auth/status": { name: "users/1", username: "alice" },
      "GET /api/v1/memos": {
        memos: [
          memo(1, {
            content: "one",
            relations: [relation(1, 2, "REFERENCE"), relation(3, 1, "COMMENT")],
            resources: [
              {
                name: "resources/5",
                uid: "file5",
                filename: "a%b.txt",
                type: "text/plain",
                size: "2",
              },
            ],
            reactions: [{ creator: "users/1", reactionType: "HEART" }],
          }),
          memo(2, { content: "two" }),
          memo(9, { content: "private, and not mine", creator: "users/2" }),
        ],
      },
      "GET /api/v1/memos/1/comments": {
        memos: [memo(3, { content: "three", relations: [relation(3, 1, "COMMENT")] })],
      },
    };
    const asked: string[] = [];
    const server = createServer((request, response) => {
      const path = (request.url ?? "").split("?")[0] ?? "";
      asked.push(path);
      const answer = answers[`${request.method} ${path}`];
      if (path.startsWith("/file/resources/5/")) response.end("hi");
      else if (answer === undefined) response.writeHead(404).end('{"code":5}');
      else response.end(JSON.stringify(answer));
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    onTestFinished(() => new Promise((done) => server.close(() => done())));
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    const profile = await openProfile();
    await using source = await openMemosServer({
      url: `http://127.0.0.1:${address.port}`,
      token: "t",
    });
    const report = await runImport(profile, await planImport(profile, source));
    expect(report.counts).toEqual({ new: 3, same: 0, skipped: 1, problems: 0 });
    const memos = await profile.all();
    const [one, two, three] = ["one", "two", "three"].map((text) =>
      memos.find(({ content }) => content === text)!,
    );
    expect(three).toMatchObject({ parent: one!.id });
    const elements =
      (await profile.database.read((stores) => stores.memos.elements([one!.id]))).get(one!.id) ??
      [];
    expect(elements.map(({ set, key }) => (set === "relation" ? key : set)).toSorted()).toEqual(
      [two!.id, "reaction"].toSorted(),
    );
    const [file] = await profile.filesOf(one!.id);
    expect(file).toMatchObject({ filename: "a%b.txt" });
    expect(String(await profile.bytesOf(file!))).toBe("hi");
    // Some versions fail on names with a percent sign.
    expect(asked.filter((path) => path.includes("%"))).toEqual([]);
  });
});
