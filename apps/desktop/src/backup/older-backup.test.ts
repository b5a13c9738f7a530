import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, onTestFinished, test, vi } from "vitest";
import { openHost } from "../host/open-host.ts";

const released = resolve(
  import.meta.dirname,
  "../../../../tests/folders/0.2.0/device/tidemark.db.gz",
);

/** Puts the database of a device of 0.2 into a backup of `dir`. */
async function backupOf02(dir: string): Promise<string> {
  const name = "tidemark-2026-01-02T03-04-05Z";
  const path = join(dir, "backups", name);
  await mkdir(path, { recursive: true });
  const database = gunzipSync(await readFile(released));
  await writeFile(join(path, "tidemark.db"), database);
  await writeFile(join(path, "files.txt"), "");
  const manifest = {
    format: "tidemark-backup",
    version: 1,
    madeMs: Date.UTC(2026, 0, 2, 3, 4, 5),
    why: "asked",
    profile: "p",
    device: "desk",
    app: "0.2.0",
    memos: 1,
    files: 0,
    bytes: database.length,
    fileBytes: 0,
    changed: null,
  };
  await writeFile(join(path, "backup.json"), JSON.stringify(manifest));
  return name;
}

test("A30, A38c · a backup of the released 0.2 is migrated, for its single memos and as a whole", async () => {
  const dir = await mkdtemp(join(tmpdir(), "tidemark-older-"));
  const host = await openHost({ dir, isOffline: true });
  onTestFinished(async () => {
    await host.close();
    await rm(dir, { recursive: true, force: true });
  });
  const name = await backupOf02(dir);
  const before = await readFile(join(dir, "backups", name, "tidemark.db"));
  const page = await host.app.backups.listMemos({ name, search: "", cursor: null });
  if (!page.ok) throw new Error(page.error.message);
  const { memos, failure } = page.value;
  expect(failure).toBeNull();
  expect(memos.length).toBeGreaterThan(0);
  expect(new Set(memos.map(({ now }) => now))).toEqual(new Set(["gone"]));
  const first = memos.find(({ isComment }) => !isComment);
  const done = await host.app.backups.restoreMemos(name, [first?.id ?? ""]);
  expect(done).toMatchObject({ ok: true, value: { restored: 1, failure: null } });
  const list = { view: "timeline", search: "", tag: null, pinned: null, pageSize: 50 } as const;
  const count = async (): Promise<number> => {
    const listed = await host.app.listMemos(list);
    return listed.ok ? listed.value.memos.length : 0;
  };
  expect(await readFile(join(dir, "backups", name, "tidemark.db"))).toEqual(before);
  await host.app.backups.leaveMemos();
  expect((await readdir(dir)).filter((each) => /reading|before-v/.test(each))).toEqual([]);

  await host.app.backups.restore(name, { disconnects: true });
  await vi.waitFor(
    async () => expect(await host.app.backups.outcome()).toMatchObject({ failure: null }),
    { timeout: 20_000, interval: 50 },
  );
  expect(await count()).toBeGreaterThan(0);
});
