import { spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { openDataFolder } from "@tidemark/db/node";
import { describe, expect, onTestFinished, test } from "vitest";

interface Said {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

const program = resolve(import.meta.dirname, "tidemark.ts");

/** Runs the command as a separate process. */
function tidemark(...args: readonly string[]): Promise<Said> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let out = "";
  let err = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
  return new Promise((done, fail) => {
    child.once("error", fail);
    child.once("close", (code) => done({ code, out, err }));
  });
}

/** Returns a data folder, and `bring` to import a folder of notes into it. */
async function room() {
  const dir = await mkdtemp(join(tmpdir(), "tidemark-cli-backup-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const data = join(dir, "data");
  const bring = async (name: string, text: string): Promise<void> => {
    const notes = join(dir, `notes-${name}`);
    await mkdir(notes);
    await writeFile(join(notes, `${name}.md`), `${text} ![](p.png)`);
    await writeFile(join(notes, "p.png"), text);
    expect(await tidemark("import", notes, "--data", data)).toMatchObject({ code: 0 });
  };
  return { dir, data, bring };
}

const lastLine = ({ out }: Said): string => out.trimEnd().split("\n").at(-1) ?? "";

describe("tidemark backup, backups and restore", { timeout: 180_000 }, () => {
  test("A30 · make a backup, list it, and restore it, here and on another machine", async () => {
    const { dir, data, bring } = await room();
    await bring("one", "low water");
    const made = await tidemark("backup", "--data", data);
    expect(made).toMatchObject({ code: 0 });
    expect(lastLine(made)).toMatch(/^backed up: 1 memos, 1 files, .*\/data\/backups\/tidemark-/);
    const name = lastLine(made).split("/").at(-1) ?? "";
    await bring("two", "high water");

    const listed = await tidemark("backups", "--data", data);
    expect(listed.out).toMatch(new RegExp(`^${name}  \\d{4}-.*Z  1 memos, 1 files  [\\d.]+ MB\n`));
    expect(lastLine(listed)).toBe("backups: 1");

    const restored = await tidemark("restore", name, "--data", data);
    expect(restored).toMatchObject({ code: 0 });
    expect(lastLine(restored)).toBe(`restored: 1 memos, 1 files, from ${name}`);
    const after = await tidemark("backups", "--data", data, "--json");
    expect(JSON.parse(after.out)).toMatchObject([
      { memos: 2, files: 2, why: "restore" },
      { name, memos: 1, files: 1, why: "asked" },
    ]);
    const to = join(dir, "export");
    expect(lastLine(await tidemark("export", "--data", data, "--to", to))).toMatch(/^exported: 1 /);

    const stick = join(dir, "stick");
    await cp(join(data, "backups"), stick, { recursive: true });
    const other = join(dir, "other");
    const moved = await tidemark("restore", join(stick, name), "--data", other);
    expect(lastLine(moved)).toBe(`restored: 1 memos, 1 files, from ${name}`);
    expect(await readdir(join(other, "blobs/kept"))).toHaveLength(1);
  });

  test("A30 · replace a damaged database by the backup and keep it under another name", async () => {
    const { data, bring } = await room();
    await bring("one", "low water");
    const name =
      lastLine(await tidemark("backup", "--data", data))
        .split("/")
        .at(-1) ?? "";
    await writeFile(join(data, "tidemark.db"), "no database any more");
    expect(await tidemark("backup", "--data", data)).toMatchObject({ code: 2 });
    const restored = await tidemark("restore", name, "--data", data);
    expect(restored.err).toMatch(/is damaged and cannot be backed up\.[^]*now\.\n/);
    expect(restored.err).toContain("What was here is tidemark.db.broken-");
    expect(lastLine(restored)).toBe(`restored: 1 memos, 1 files, from ${name}`);
    expect(await readdir(data)).toContainEqual(expect.stringMatching(/^tidemark\.db\.broken-\d+$/));
  });

  test("A29 · report in one line why they fail, and change nothing", async () => {
    const { dir, data, bring } = await room();
    expect(await tidemark("backup", "--data", data)).toMatchObject({
      code: 2,
      err: expect.stringContaining("there are no memos in") as string,
    });
    await bring("one", "low water");
    await writeFile(join(dir, "file"), "");
    const refusals: readonly (readonly [readonly string[], string])[] = [
      [["backup", "--data", data, "--to", join(dir, "file", "in")], "ENOTDIR"],
      [["restore", "tidemark-none", "--data", data], "tidemark-none is no backup"],
      [["restore", dir, "--data", data], "is no backup"],
      [["restore", "--data", data], "missing required argument"],
      [["backup", "--sideways"], "unknown option"],
    ];
    for (const [args, words] of refusals) {
      const said = await tidemark(...args);
      expect(said).toMatchObject({ code: 2, out: "" });
      expect(said.err).toContain(words);
    }
    const held = await openDataFolder(data);
    expect(held.ok).toBe(true);
    expect((await tidemark("backup", "--data", data)).err).toContain("is in use by");
    if (held.ok) await held.value[Symbol.asyncDispose]();
    expect(await readdir(data)).not.toContain("backups");
  });
});
