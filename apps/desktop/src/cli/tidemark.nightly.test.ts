import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { openDataFolder } from "@tidemark/db/node";
import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";

interface Said {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

const program = resolve(import.meta.dirname, "tidemark.ts");

/** Runs the command as a separate process. */
function tidemark(args: readonly string[], env: Record<string, string> = {}): Promise<Said> {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let err = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
  return new Promise((done, fail) => {
    child.once("error", fail);
    child.once("close", (code) => done({ code, out, err }));
  });
}

async function room(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "tidemark-cli-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

async function notes(dir: string): Promise<string> {
  const folder = join(dir, "Notes");
  await mkdir(folder);
  await writeFile(join(folder, "a.md"), "one ![](p.png)");
  await writeFile(join(folder, "b.md"), "two [a](a.md)");
  await writeFile(join(folder, "p.png"), "picture");
  await writeFile(join(folder, "stray.bin"), "stray");
  return folder;
}

const lastLine = ({ out }: Said): string => out.trimEnd().split("\n").at(-1) ?? "";

describe("tidemark import and export", { timeout: 120_000 }, () => {
  test("preview an import, import once, export, and undo", async () => {
    const dir = await room();
    const [from, data] = [await notes(dir), join(dir, "data")];
    const dry = await tidemark(["import", from, "--data", data, "--dry-run"]);
    expect(dry).toMatchObject({ code: 0 });
    expect(lastLine(dry)).toBe(
      "imported: 2 new, 0 same, 1 skipped, 0 problems (a dry run: nothing was written)",
    );
    expect(await readdir(dir)).toEqual(["Notes"]);
    expect(dry.out).toContain("skipped  stray.bin: not a note, and not used by any note");

    const first = await tidemark(["import", from, "--data", data]);
    expect(first).toMatchObject({ code: 0 });
    expect(lastLine(first)).toBe("imported: 2 new, 0 same, 1 skipped, 0 problems");
    const again = await tidemark(["import", from, "--data", data, "--json"]);
    expect(JSON.parse(again.out)).toMatchObject({
      format: "markdown",
      import: null,
      counts: { new: 0, same: 2, skipped: 1, problems: 0 },
    });

    const to = join(dir, "memos.zip");
    const exported = await tidemark(["export", "--data", data, "--to", to]);
    expect(lastLine(exported)).toBe(
      "exported: 2 memos, 1 files, 0 in the trash left out, 0 problems",
    );
    const other = await tidemark(["import", to, "--data", join(dir, "other")]);
    expect(lastLine(other)).toBe("imported: 2 new, 0 same, 0 skipped, 0 problems");
    expect(await tidemark(["export", "--data", data, "--to", to])).toMatchObject({
      code: 2,
      err: expect.stringContaining("already exists") as string,
    });

    const undone = await tidemark(["import", "--undo", "--data", data]);
    expect(lastLine(undone)).toBe("taken back: 2 to the trash, 0 gone already, 0 kept");
    expect(await tidemark(["import", "--undo", "--data", data])).toMatchObject({
      code: 2,
      err: expect.stringContaining("nothing was imported here") as string,
    });
  });

  test("resume after being killed, with each memo and file once", async () => {
    const dir = await room();
    const [from, data] = [join(dir, "Many"), join(dir, "data")];
    await mkdir(from);
    const count = 400;
    for (let at = 0; at < count; at += 1) {
      await writeFile(
        join(from, `n${at}.md`),
        `note ${at} [next](n${(at + 1) % count}.md) ![](f${at}.bin)`,
      );
      await writeFile(join(from, `f${at}.bin`), `file ${at}`);
    }
    const args = ["import", from, "--data", data];
    const child = spawn(process.execPath, [program, ...args], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      if (/\d+ of \d+ memos/.test(text)) child.kill("SIGKILL");
    });
    await new Promise((done) => child.once("close", done));
    expect(child.signalCode).toBe("SIGKILL");
    const again = await tidemark([...args, "--json"]);
    const { counts } = z
      .object({ counts: z.object({ new: z.int(), same: z.int(), problems: z.int() }) })
      .parse(JSON.parse(again.out));
    expect(counts.new + counts.same).toBe(count);
    expect(counts.same).toBeGreaterThanOrEqual(50);
    expect(counts.new).toBeGreaterThan(0);
    const to = join(dir, "out.zip");
    const exported = await tidemark(["export", "--data", data, "--to", to]);
    expect(lastLine(exported)).toContain(`exported: ${count} memos, ${count} files`);
    const undone = await tidemark(["import", "--undo", "--data", data]);
    expect(lastLine(undone)).toBe(`taken back: ${count} to the trash, 0 gone already, 0 kept`);
  });

  test("don't start in a folder that another process has open", async () => {
    const dir = await room();
    const [from, data] = [await notes(dir), join(dir, "data")];
    const folder = await openDataFolder(data);
    if (!folder.ok) throw new Error("the folder is free");
    onTestFinished(() => folder.value[Symbol.asyncDispose]());
    const refused = await tidemark(["import", from, "--data", data]);
    expect(refused).toMatchObject({ code: 2, out: "" });
    expect(refused.err).toContain(`is in use by process ${process.pid}`);
  });

  test("create no folder for unreadable sources or invalid arguments", async () => {
    const dir = await room();
    const data = join(dir, "data");
    for (const args of [
      ["import", join(dir, "nowhere"), "--data", data],
      ["import", "--colour", "--data", data],
      ["import", "http://127.0.0.1:9", "--data", data],
      ["import", "--undo", "--data", data],
      ["export", "--to", join(dir, "out"), "--data", data],
    ]) {
      expect(await tidemark(args, { TIDEMARK_TOKEN: "" })).toMatchObject({ code: 2, out: "" });
    }
    expect(await readdir(dir)).toEqual([]);
  });
});
