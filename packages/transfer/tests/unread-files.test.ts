import { readFile, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { Counter } from "../src/archive/counted.ts";
import type { SourceTree } from "../src/archive/source-tree.ts";
import { defaultLimits, planImport, runImport } from "../src/index.ts";
import { openImport } from "../src/node/index.ts";
import { nodeHost } from "../src/node/open-import.ts";
import { keepFormat } from "../src/keep/keep-format.ts";
import { markdownFormat } from "../src/markdown/markdown-format.ts";
import { writeMemoFile } from "../src/tidemark/memo-file.ts";
import { tidemarkFormat } from "../src/tidemark/tidemark-format.ts";
import { imported } from "./imported.ts";
import { joplinFiles, joplinId, joplinItem } from "./joplin-export.ts";
import { madeFolder, scratchFolder, writeFiles } from "./made-folder.ts";
import { zipFile } from "./made-zip.ts";
import { openProfile } from "./open-profile.ts";

// Unreadable parts of a source of any format are reported, and don't prevent the import of the rest.

const keepNote = JSON.stringify({
  textContent: "whole",
  isTrashed: false,
  isPinned: false,
  isArchived: false,
});

/** Returns a memo as in a Tidemark export. */
function exportedMemo(id: string, content: string): string {
  const usual = { state: "NORMAL", pinned: false, location: null, parent: null } as const;
  const none = { references: [], reactions: [], files: [] };
  const head = { id, created: 0, updated: 0, visibility: "PRIVATE", ...usual, ...none } as const;
  return writeMemoFile(head, content);
}

/** Sources of each format with a valid and a broken file, and the path of the broken one. */
const sources: readonly (readonly [
  format: string,
  files: Readonly<Record<string, string>>,
  spoilt: string,
])[] = [
  ["markdown", { "a.md": "whole" }, "b.md"],
  ["obsidian", { ".obsidian/app.json": "{}", "a.md": "whole" }, "b.md"],
  ["keep", { "a.json": keepNote }, "b.json"],
  [
    "joplin",
    { [`${joplinId("1")}.md`]: joplinItem(1, joplinId("1"), "whole") },
    `${joplinId("2")}.md`,
  ],
];

test.each(sources)(
  "%s: a damaged file is reported, and the rest is imported",
  async (_format, files, spoilt) => {
    const whole = Object.entries(files).map(([name, content]) => ({ name, content }));
    const damaged = { name: spoilt, content: "spoilt", declaredBytes: 9 };
    const profile = await openProfile();
    const file = await zipFile([...whole, damaged]);
    const { rows } = await imported(profile, file);
    expect(rows.filter(({ outcome }) => outcome === "problem")).toEqual([
      expect.objectContaining({ path: spoilt, code: "broken" }),
    ]);
    expect((await profile.all()).map(({ content }) => content)).toEqual([
      expect.stringContaining("whole"),
    ]);
  },
);

/** Two notes of each format, of which the second is deleted. */
const pairs: typeof sources = [
  ["markdown", { "a.md": "whole", "b.md": "gone" }, "b.md"],
  ["keep", { "a.json": keepNote, "b.json": keepNote.replace("whole", "gone") }, "b.json"],
  [
    "tidemark",
    {
      "tidemark.json": JSON.stringify({ format: "tidemark-export", version: 1 }),
      "memos/a.md": exportedMemo("a", "whole"),
      "memos/b.md": exportedMemo("b", "gone"),
    },
    "memos/b.md",
  ],
];

test.each(pairs)(
  "%s: a file deleted after planning is reported as a problem, and imported once it is back",
  async (_format, files, gone) => {
    const dir = await madeFolder(files);
    const profile = await openProfile();
    await using source = await openImport(dir, { user: null, ...nodeHost() });
    const plan = await planImport(profile, source);
    expect(plan.counts).toMatchObject({ new: 2, problems: 0 });
    await rm(join(dir, gone));
    const report = await runImport(profile, plan);
    expect(report.counts).toMatchObject({ new: 1, problems: 1 });
    expect(report.rows.filter(({ path }) => path === gone)).toEqual([
      expect.objectContaining({ outcome: "problem", words: expect.stringMatching(/\w+ \w+/) }),
    ]);
    expect(await profile.all()).toMatchObject([{ content: expect.stringContaining("whole") }]);

    await writeFiles(dir, files);
    expect((await imported(profile, dir)).counts).toMatchObject({ new: 1, same: 1, problems: 0 });
    expect(await profile.all()).toHaveLength(2);
  },
);

test.each([
  ["keep", { "a.json": keepNote }],
  ["joplin", joplinFiles],
  ["markdown", { "a.md": "whole" }],
])("%s: skipped entries of a folder are reported", async (_format, files) => {
  const dir = await madeFolder(files);
  await symlink("/etc/hostname", join(dir, "outside.md"));
  const { rows } = await imported(await openProfile(), dir);
  expect(rows).toContainEqual(
    expect.objectContaining({ outcome: "problem", path: "outside.md", code: "link" }),
  );
});

/** Database whose first page is destroyed except for its beginning. */
const lostDatabase = Buffer.concat([Buffer.from("SQLite format 3\0"), Buffer.alloc(2000, 0xff)]);

test.each(sources.map(([format, files]) => [format, files] as const))(
  "%s: an unreadable database or manifest doesn't block other files",
  async (_format, files) => {
    const whole = Object.entries(files).map(([name, content]) => ({ name, content }));
    const file = await zipFile([
      ...whole,
      { name: "0.db", content: "spoilt", declaredBytes: 9 },
      { name: "1.db", content: lostDatabase },
      { name: "tidemark.json", content: "spoilt", declaredBytes: 9 },
    ]);
    const profile = await openProfile();
    expect((await imported(profile, file)).counts).toMatchObject({ new: 1 });
    expect(await profile.all()).toHaveLength(1);
  },
);

test("an unreadable database doesn't block another one", async () => {
  const made = join(await scratchFolder(), "memos.db");
  const memos = new DatabaseSync(made);
  memos.exec(`
    CREATE TABLE user (id INTEGER PRIMARY KEY, username TEXT);
    CREATE TABLE memo (id INTEGER PRIMARY KEY, uid TEXT, creator_id INTEGER, created_ts INTEGER,
      updated_ts INTEGER, row_status TEXT, content TEXT, visibility TEXT, pinned INTEGER);
    INSERT INTO user VALUES (1, 'alice');
    INSERT INTO memo VALUES (1, 'one', 1, 1, 1, 'NORMAL', 'whole', 'PRIVATE', 0);
  `);
  memos.close();
  const file = await zipFile([
    { name: "a.db", content: "spoilt", declaredBytes: 9 },
    { name: "b.db", content: await readFile(made) },
  ]);
  const profile = await openProfile();
  expect((await imported(profile, file)).counts).toMatchObject({ new: 1 });
});

test.each(["memos_prod.db", "tidemark.json"])(
  "an unreadable file is the reported error if there is nothing else: %s",
  async (name) => {
    const file = await zipFile([{ name, content: "spoilt", declaredBytes: 9 }]);
    await expect(imported(await openProfile(), file)).rejects.toMatchObject({
      code: "broken",
      path: name,
      message: expect.stringMatching(/^[\w.]+: it cannot be unpacked/),
    });
  },
);

test("a damaged archive within an archive is reported", async () => {
  const file = await zipFile([{ name: "inner.zip", content: "no archive" }]);
  await expect(imported(await openProfile(), file)).rejects.toThrow(/^inner\.zip: /);
});

/** Returns a tree that allows reading 1,000 bytes in total, and the list of opened files. */
function boundedTree(files: Readonly<Record<string, string>>): {
  readonly tree: SourceTree;
  readonly opened: string[];
} {
  const opened: string[] = [];
  const counter = new Counter({ ...defaultLimits, totalBytes: 1000 }, null);
  const tree: SourceTree = {
    name: "made",
    entries: Object.keys(files).map((path) => ({ path, sizeBytes: 1, modifiedMs: 0 })),
    problems: [],
    open(path) {
      opened.push(path);
      const content = Buffer.from(files[path] ?? "");
      return counter.count(
        path,
        null,
        (async function* () {
          yield content;
        })(),
      );
    },
    async [Symbol.asyncDispose]() {},
  };
  return { tree, opened };
}

const manyNames = Array.from({ length: 40 }, (_, at) => `${at}`);

test.each([
  ["keep", keepFormat, (name: string) => [`${name}.json`, keepNote]],
  ["tidemark", tidemarkFormat, (name: string) => [`memos/${name}.md`, exportedMemo(name, "whole")]],
] as const)("%s: exceeding the total limit ends the reading", async (_format, format, fileOf) => {
  const { tree, opened } = boundedTree(Object.fromEntries(manyNames.map(fileOf)));
  await using source = await format.read(tree, { user: null, ...nodeHost() });
  await expect(Array.fromAsync(source.items())).rejects.toMatchObject({ code: "too-much" });
  expect(opened.length).toBeLessThan(manyNames.length);
});

test("the files of memos stop at the total limit too", async () => {
  const shown = manyNames.map((name) => `![](${name}.bin)`).join(" ");
  const files = manyNames.map((name) => [`${name}.bin`, "x".repeat(100)] as const);
  const { tree, opened } = boundedTree({ "a.md": shown, ...Object.fromEntries(files) });
  await using source = await markdownFormat.read(tree, { user: null, ...nodeHost() });
  const profile = await openProfile();
  const plan = await planImport(profile, source);
  await expect(runImport(profile, plan)).rejects.toMatchObject({ code: "too-much" });
  expect(opened.length).toBeLessThan(manyNames.length);
});
