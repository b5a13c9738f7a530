import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { appRouter } from "@tidemark/core/router";
import { expect, onTestFinished, test } from "vitest";
import { makeBackup } from "../backup/make-backup.ts";
import { openHost } from "../host/open-host.ts";
import { listCopies, restoreCopy } from "./copies.ts";
import { inItsPlace } from "./in-its-place.ts";

async function folder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "tidemark-copies-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const files = {
    "tidemark.db": "damaged",
    "tidemark.db-wal": "its log",
    "tidemark.db.before-v7": "older",
    "tidemark.db.before-v8": "",
    "notes.db": "another program's",
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(dir, name), text);
  await utimes(join(dir, "tidemark.db.before-v7"), 1000, 1000);
  await mkdir(join(dir, "backups/2026-03-04"), { recursive: true });
  return dir;
}

/** Returns a folder whose database was backed up with one memo and then damaged. */
async function damaged(): Promise<{ dir: string; name: string }> {
  const dir = await mkdtemp(join(tmpdir(), "tidemark-copies-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const host = await openHost({ dir, isOffline: true });
  await appRouter.createCaller({ app: host.app }).memos.create({ content: "kept in a backup" });
  await host.close();
  const { name } = await makeBackup({
    dataDir: dir,
    folder: join(dir, "backups"),
    why: "asked",
    profile: "p",
    device: "desk",
    app: "1",
    nowMs: () => 5_000_000,
  });
  await writeFile(join(dir, "tidemark.db"), "damaged");
  return { dir, name };
}

test("lists copies made by updates, except empty ones and other programs' files", async () => {
  const dir = await folder();
  expect(await listCopies(dir)).toEqual([
    { name: "tidemark.db.before-v7", madeMs: 1_000_000, bytes: 5 },
  ]);
  expect(await listCopies(join(dir, "nowhere"))).toEqual([]);
});

test("restores a copy, and keeps the old database with its log", async () => {
  const dir = await folder();
  expect(await restoreCopy(dir, "tidemark.db.before-v7", 0)).toBe(true);
  expect(await readFile(join(dir, "tidemark.db"), "utf8")).toBe("older");
  expect(await readFile(join(dir, "tidemark.db.before-v7"), "utf8")).toBe("older");
  const kept = join(dir, "replaced-1970-01-01T00-00-00-000Z");
  expect((await readdir(kept)).toSorted()).toEqual(["tidemark.db", "tidemark.db-wal"]);
  expect(await readFile(join(kept, "tidemark.db"), "utf8")).toBe("damaged");
  expect((await stat(kept)).mode & 0o077).toBe(0);
  expect(await readdir(dir)).not.toContain("tidemark.db-wal");
});

test("restores a backup as a restored device, and keeps the damaged database", async () => {
  const { dir, name } = await damaged();
  await writeFile(join(dir, "tidemark.db.before-v7"), "older");
  await utimes(join(dir, "tidemark.db.before-v7"), 1000, 1000);
  const [backup, older] = await listCopies(dir);
  expect(backup).toMatchObject({ name: `backups/${name}`, madeMs: 5_000_000 });
  expect(older?.name).toBe("tidemark.db.before-v7");
  expect(await restoreCopy(dir, `backups/${name}`, 0)).toBe(true);
  const host = await openHost({ dir, isOffline: true });
  const page = await appRouter.createCaller({ app: host.app }).memos.list({ pageSize: 5 });
  await host.close();
  expect(page.memos.map(({ content }) => content)).toEqual(["kept in a backup"]);
  const kept = join(dir, "replaced-1970-01-01T00-00-00-000Z");
  expect(await readFile(join(kept, "tidemark.db"), "utf8")).toBe("damaged");
});

test("rejects a damaged backup", async () => {
  const { dir, name } = await damaged();
  await writeFile(join(dir, "backups", name, "tidemark.db"), "damaged as well");
  await expect(restoreCopy(dir, `backups/${name}`, 0)).rejects.toThrow(
    /not a database|damaged|malformed/,
  );
  expect(await readFile(join(dir, "tidemark.db"), "utf8")).toBe("damaged");
});

test("a failed restore changes nothing, and a database exists all the time", async () => {
  const dir = await folder();
  const before = (await readdir(dir)).toSorted();
  const put = inItsPlace(join(dir, "tidemark.db"), 0, async () => {
    expect(await readdir(dir)).toContain("tidemark.db");
    expect(await readdir(dir)).not.toContain("tidemark.db-wal");
    throw new Error("the disk is gone");
  });
  await expect(put).rejects.toThrow("the disk is gone");
  expect((await readdir(dir)).toSorted()).toEqual(before);
  expect(await readFile(join(dir, "tidemark.db"), "utf8")).toBe("damaged");
  expect(await readFile(join(dir, "tidemark.db-wal"), "utf8")).toBe("its log");
});

test.each(["notes.db", "../tidemark.db", "tidemark.db", "backups/2026-03-04", "backups/../x"])(
  "rejects other names: %s",
  async (name) => {
    const dir = await folder();
    expect(await restoreCopy(dir, name, 0)).toBe(false);
    expect(await readFile(join(dir, "tidemark.db"), "utf8")).toBe("damaged");
  },
);
