import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspectDatabase, openDatabase } from "@tidemark/db/node";
import { expect, onTestFinished, test } from "vitest";
import { versionBackup } from "./backup-before.ts";

async function folder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "tidemark-version-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

async function withDatabase(): Promise<string> {
  const dir = await folder();
  const opened = await openDatabase({ file: join(dir, "tidemark.db"), role: "device" });
  await opened.close();
  return dir;
}

const copies = async (dir: string): Promise<readonly string[]> =>
  (await readdir(dir)).filter((name) => name.includes(".before-v"));

test("copies the database before another version, but not before the same one", async () => {
  const dir = await withDatabase();
  const backup = versionBackup(dir, () => undefined);
  await backup.backupBefore("0.3.0");
  expect(await copies(dir)).toEqual(["tidemark.db.before-v0.3.0"]);
  expect(inspectDatabase(join(dir, "tidemark.db.before-v0.3.0")).ok).toBe(true);
  await backup.runs("0.3.0");
  await rm(join(dir, "tidemark.db.before-v0.3.0"));
  await backup.backupBefore("0.3.0");
  expect(await copies(dir)).toEqual([]);
  await backup.backupBefore("0.2.9");
  expect(await copies(dir)).toEqual(["tidemark.db.before-v0.2.9"]);
});

test("copies nothing in a folder without a database", async () => {
  const dir = await folder();
  const backup = versionBackup(dir, () => undefined);
  await backup.backupBefore("0.3.0");
  await backup.runs("0.3.0");
  expect(await readdir(dir)).toEqual(["tidemark.version"]);
});

test("a failed copy is logged and doesn't prevent the start", async () => {
  const dir = await folder();
  await writeFile(join(dir, "tidemark.db"), "no database at all, but long enough to look like one");
  const logged: string[] = [];
  await versionBackup(dir, (line) => logged.push(line)).backupBefore("0.3.0");
  expect(logged).toHaveLength(1);
  expect(await readFile(join(dir, "tidemark.db"), "utf8")).toContain("no database");
  expect(await copies(dir)).toEqual([]);
});
