import { execFileSync } from "node:child_process";
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { exportMemo, exportMemos } from "../src/index.ts";
import { openFolderSink } from "../src/node/index.ts";
import { imported } from "./imported.ts";
import { madeFolder, scratchFolder } from "./made-folder.ts";
import { type MadeEntry, zipFile } from "./made-zip.ts";
import { openProfile, type Profile } from "./open-profile.ts";

const texts = [
  "# One\n\nbody",
  "same title",
  "same title",
  "---\nkey: value\n---\nbody",
  "\uFEFFbegins with a mark of its own",
  "ends with lines\n\n\n",
  "  \n```\ncode\n\n```\n",
  "",
  "Größe, 港口潮汐表, 表示 and 🏄",
];

/** Returns a profile with memos of every kind of line, a linked memo, a comment and files. */
async function filled(): Promise<Profile> {
  const profile = await openProfile();
  const { memos, attachments, owner } = profile;
  for (const [id, filename] of [
    ["picture", "Bild größer 図.png"],
    ["plain", "A b.bin"],
  ] as const) {
    const bytes = (async function* () {
      yield Buffer.from([0x89, 0x50, 0, 1, 2, id.length]);
    })();
    const received = await attachments.receive(owner, { filename, type: "image/png" }, bytes);
    if (!received.ok) throw new Error(received.error.message);
    await using held = received.value;
    await attachments.create(owner, { id, file: held });
  }
  const times = { createdMs: 1_500_000_000_123, updatedMs: 1_600_000_000_456 };
  for (const [at, content] of texts.entries()) {
    await memos.create(owner, { id: `memo${at}`, content, visibility: "PROTECTED", ...times });
  }
  await memos.create(owner, {
    id: "linked",
    content:
      "see [größer 図](/memos/memo8) ![p](/file/attachments/picture/Bild%20gr%C3%B6%C3%9Fer%20%E5%9B%B3.png)",
    attachments: ["picture", "plain"],
    ...times,
  });
  await memos.create(owner, { id: "reply", content: "a reply", parent: "linked", ...times });
  return profile;
}

async function exported(profile: Profile, format: "markdown" | "json"): Promise<string> {
  const dir = join(await scratchFolder(), "My notes");
  await using sink = await openFolderSink(dir);
  await exportMemos(profile, sink, { format });
  return dir;
}

/** Returns everything that an import should restore. */
async function contents(profile: Profile): Promise<unknown[]> {
  const memos = await profile.all();
  const all = await Promise.all(
    memos.map(async ({ id, content, visibility, createdMs, updatedMs, parent }) => {
      const files = await profile.filesOf(id);
      return {
        memo: { id, content, visibility, createdMs, updatedMs, parent },
        files: files.map(({ id: file, filename, sha256 }) => [file, filename, sha256]),
      };
    }),
  );
  return all.toSorted((a, b) => (a.memo.id < b.memo.id ? -1 : 1));
}

/** Imports a path into an empty profile and compares its memos with the exported ones. */
async function comesBack(profile: Profile, path: string): Promise<void> {
  const other = await openProfile();
  const { counts, rows } = await imported(other, path);
  expect(rows.filter(({ outcome }) => outcome === "problem")).toEqual([]);
  expect(counts.new).toBe(texts.length + 2);
  expect(await contents(other)).toEqual(await contents(profile));
}

async function filesIn(dir: string): Promise<string[]> {
  const found = await readdir(dir, { recursive: true, withFileTypes: true });
  return found
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name).slice(dir.length + 1));
}

const isText = (path: string): boolean => /\.(md|json)$/.test(path);

async function changed(
  dir: string,
  change: (bytes: Buffer) => Uint8Array,
  isChosen = isText,
): Promise<void> {
  for (const path of (await filesIn(dir)).filter(isChosen)) {
    const file = join(dir, path);
    await writeFile(file, change(await readFile(file)));
  }
}

const crlf = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.toString("utf8").replaceAll("\n", "\r\n"));
const mark = Buffer.from([0xef, 0xbb, 0xbf]);
const marked = (bytes: Buffer): Buffer => Buffer.concat([mark, bytes]);
const utf16 = (bytes: Buffer): Buffer => Buffer.from(bytes.toString("utf8"), "utf16le");

const changes: readonly (readonly [string, (bytes: Buffer) => Uint8Array])[] = [
  ["nothing was changed", (bytes) => bytes],
  ["line ends became CRLF", crlf],
  [
    "line ends became CRLF twice",
    (bytes) => Buffer.from(String(crlf(bytes)).replaceAll("\r", "\r\r")),
  ],
  ["line ends became CR", (bytes) => Buffer.from(String(bytes).replaceAll("\n", "\r"))],
  ["a byte order mark was added", marked],
  ["a mark was added and line ends became CRLF", (bytes) => marked(crlf(bytes))],
  [
    "UTF-16 was written, as PowerShell does",
    (bytes) => Buffer.concat([Buffer.from([0xff, 0xfe]), utf16(crlf(bytes))]),
  ],
  [
    "UTF-16 in the other order was written",
    (bytes) => Buffer.concat([Buffer.from([0xff, 0xfe]), utf16(bytes)]).swap16(),
  ],
  ["UTF-16 without a mark was written", utf16],
];

describe.each(["markdown", "json"] as const)("an export as %s is restored exactly", (format) => {
  test.each(changes)("after %s", async (_, change) => {
    const profile = await filled();
    const dir = await exported(profile, format);
    await changed(dir, change);
    await comesBack(profile, dir);
  });

  test.each([
    ["upper case", (path: string) => path.toUpperCase()],
    ["lower case", (path: string) => path.toLowerCase()],
    ["NFD", (path: string) => path.normalize("NFD")],
    [
      "letters that Windows code pages have",
      (path: string) => path.replaceAll(/[^\0-\u00ff]/g, "_"),
    ],
  ])("after its names were changed to %s", async (_, change) => {
    const profile = await filled();
    const dir = await exported(profile, format);
    const to = join(await scratchFolder(), "renamed");
    for (const path of await filesIn(dir)) {
      await mkdir(join(to, dirname(change(path))), { recursive: true });
      await cp(join(dir, path), join(to, change(path)));
    }
    await comesBack(profile, to);
  });

  test("inside folders that other programs added", async () => {
    const profile = await filled();
    const dir = await exported(profile, format);
    const outer = await madeFolder({
      ".DS_Store": "x",
      "__MACOSX/My notes/._tidemark.json": "x",
      "My notes/._tidemark.json": "x",
      "read me.txt": "x",
    });
    await cp(dir, join(outer, "My notes", basename(dir)), { recursive: true });
    await comesBack(profile, outer);
  });
});

/** Returns the entries of a folder for a zip. */
async function entriesOf(
  dir: string,
  nameOf: (path: string) => string | Buffer,
): Promise<MadeEntry[]> {
  const paths = await filesIn(dir);
  return Promise.all(
    paths.map(async (path) => ({ name: nameOf(path), content: await readFile(join(dir, path)) })),
  );
}

describe("an export that was packed again", () => {
  test("with backslashes, and folders as entries, is restored exactly", async () => {
    const profile = await filled();
    const dir = await exported(profile, "markdown");
    const entries = await entriesOf(dir, (path) => `My notes\\${path.replaceAll("/", "\\")}`);
    await comesBack(
      profile,
      await zipFile([{ name: "My notes\\" }, { name: "My notes\\memos\\" }, ...entries]),
    );
  });

  test("with the names and the extra files of macOS is restored exactly", async () => {
    const profile = await filled();
    const dir = await exported(profile, "markdown");
    const entries = await entriesOf(dir, (path) => `My notes/${path.normalize("NFD")}`);
    const extra = entries.map(({ name }) => ({
      name: `__MACOSX/${String(name).replace(/([^/]*)$/, "._$1")}`,
      content: "x",
    }));
    const store = { name: "My notes/.DS_Store", content: "x" };
    await comesBack(profile, await zipFile([store, ...entries, ...extra]));
  });

  test("by git with converted line ends is restored exactly", async () => {
    const profile = await filled();
    const dir = await exported(profile, "markdown");
    const git = (...args: string[]): Buffer =>
      execFileSync(
        "git",
        ["-c", "core.autocrlf=true", "-c", "user.name=x", "-c", "user.email=x", ...args],
        {
          cwd: dir,
          stdio: ["ignore", "pipe", "ignore"],
        },
      );
    git("init", "-q");
    git("add", ".");
    git("commit", "-q", "-m", "notes");
    for (const path of await readdir(dir)) {
      if (path !== ".git") await rm(join(dir, path), { recursive: true });
    }
    git("checkout", "-q", ".");
    expect(await readFile(join(dir, "tidemark.json"), "utf8")).toContain("\r\n");
    await comesBack(profile, dir);
  });
});

describe("a part of an export", () => {
  test("is restored: a folder of memos without the manifest", async () => {
    const profile = await filled();
    const dir = await exported(profile, "markdown");
    await rename(join(dir, "tidemark.json"), join(dir, "old.json"));
    await changed(dir, (bytes) => marked(crlf(bytes)));
    await comesBack(profile, dir);
  });

  test("is restored: the file of one memo", async () => {
    const profile = await filled();
    const one = await exportMemo(profile, "memo3");
    const dir = await madeFolder({ "one.md": crlf(Buffer.from(one!.markdown!)) });
    const other = await openProfile();
    expect((await imported(other, join(dir, "one.md"))).counts).toMatchObject({
      new: 1,
      problems: 0,
    });
    const [first] = await other.all();
    expect(first).toMatchObject({ id: "memo3", content: texts[3], visibility: "PROTECTED" });
  });

  test("doesn't hide other notes beside it", async () => {
    const profile = await filled();
    const dir = await exported(profile, "markdown");
    const outer = await madeFolder(
      Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`${at}.md`, `note ${at}`])),
    );
    await cp(dir, join(outer, "backup"), { recursive: true });
    const other = await openProfile();
    await imported(other, outer);
    const all = await other.all();
    expect(all.filter(({ content }) => /note \d/.test(content))).toHaveLength(20);
  });
});
