import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { lstat, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { defineMeta, metaForm, parseJson } from "@tidemark/core";
import { appRouter } from "@tidemark/core/router";
import { openDatabase } from "@tidemark/db/node";
import { backupSettingsKey } from "@tidemark/replica";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  backupManifestSchema,
  hashesName,
  type KeptBackup,
  listBackups,
  manifestName,
} from "@tidemark/transfer/backup";
import { openHost } from "../host/open-host.ts";
import { makeBackup } from "./make-backup.ts";
import { prepareRestore } from "./restore-backup.ts";

const serverUrlKey = defineMeta("server_url", metaForm.text);
const serverTokenKey = defineMeta("server_token", metaForm.text);

async function scratch(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "tidemark-changed-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

/** Returns a backup folder with one backup, which other users may write to. */
async function backedUp() {
  const dir = await scratch();
  const folder = join(await scratch(), "shared");
  const host = await openHost({ dir, isOffline: true });
  await appRouter.createCaller({ app: host.app }).memos.create({ content: "low water" });
  await host.close();
  const again = (nowMs = Date.now()): Promise<KeptBackup> =>
    makeBackup({
      dataDir: dir,
      folder,
      why: "asked",
      profile: "p",
      device: "desk",
      app: "1",
      nowMs: () => nowMs,
    });
  return { folder, backup: await again(), again };
}

async function restored(backup: KeptBackup) {
  const dir = await scratch();
  const prepared = await prepareRestore({ dataDir: dir, backup, own: null, nowMs: Date.now });
  await prepared.put();
  return { dir, files: prepared.files };
}

describe("a backup that somebody changed", () => {
  test("A30b · brings no session of theirs, and no folder that backups go to", async () => {
    const { backup } = await backedUp();
    const file = join(backup.path, "tidemark.db");
    const theirs = await openDatabase({ file, role: "device" });
    await theirs.database.write(async ({ meta }) => {
      await meta.set(serverUrlKey, "https://theirs.example.org");
      await meta.set(serverTokenKey, "a-token-of-theirs");
      await meta.set(backupSettingsKey, {
        id: "p",
        folder: "/media/theirs",
        schedule: "daily",
        failure: null,
        restored: null,
        isOutcomeNew: false,
      });
    });
    await theirs.close();
    const { dir } = await restored(backup);
    expect(await readFile(join(dir, "tidemark.db"), "latin1")).not.toContain("a-token-of-theirs");
    await using opened = await openDatabase({ file: join(dir, "tidemark.db"), role: "device" });
    const kept = await opened.database.read(async ({ meta }) => [
      await meta.get(serverTokenKey),
      await meta.get(backupSettingsKey),
    ]);
    expect(kept).toEqual([null, null]);
  });

  test("A30 · is refused before anything is written if it adds a table, view or trigger", async () => {
    const { backup } = await backedUp();
    const file = join(backup.path, "tidemark.db");
    const ours = await readFile(file);
    for (const [name, sql] of [
      ["trigger t", "CREATE TRIGGER t AFTER INSERT ON meta BEGIN DELETE FROM memo; END"],
      ["view v", "CREATE VIEW v AS SELECT * FROM memo"],
      ["table t", "CREATE TABLE t (a)"],
      [
        "view memo",
        "ALTER TABLE memo RENAME TO kept; CREATE VIEW memo AS SELECT * FROM kept WHERE deleted",
      ],
    ] as const) {
      await writeFile(file, ours);
      const theirs = new DatabaseSync(file);
      theirs.exec(sql);
      theirs.close();
      const refused = await restored(backup).catch((error: unknown) => error);
      expect(refused).toMatchObject({ code: "damaged", message: expect.stringContaining(name) });
    }
  });

  test("A30 · is refused if it has a newer version, without checking its schema", async () => {
    const { backup } = await backedUp();
    const theirs = new DatabaseSync(join(backup.path, "tidemark.db"));
    theirs.exec("PRAGMA user_version = 9999; CREATE TABLE t (a)");
    theirs.close();
    await expect(restored(backup)).rejects.toMatchObject({ code: "newer" });
  });

  test("A30 · copies the target of a symlink, and ignores pipes and folders", async () => {
    const { folder, backup } = await backedUp();
    const linked = createHash("sha256").update("the rope").digest("hex");
    const [piped, nested] = ["a", "b"].map((digit) => digit.repeat(64)) as [string, string];
    const place = (hash: string): string => join(folder, "files", hash.slice(0, 2), hash);
    for (const hash of [linked, piped, nested]) {
      await mkdir(join(place(hash), ".."), { recursive: true });
    }
    const elsewhere = join(await scratch(), "rope.txt");
    await writeFile(elsewhere, "the rope");
    await symlink(elsewhere, place(linked));
    execFileSync("mkfifo", [place(piped)]);
    await mkdir(place(nested));
    await writeFile(join(backup.path, hashesName), [linked, piped, nested, "../x", ""].join("\n"));
    const { dir, files } = await restored(backup);
    expect(files).toBe(1);
    const kept = join(dir, "blobs/kept", linked.slice(0, 2), linked);
    expect((await lstat(kept)).isSymbolicLink()).toBe(false);
    await writeFile(elsewhere, "something else");
    expect(await readFile(kept, "utf8")).toBe("the rope");
  });

  test("A30 · is refused if its database is missing or a pipe", async () => {
    const { backup } = await backedUp();
    const file = join(backup.path, "tidemark.db");
    await rename(file, `${file}.away`);
    await expect(restored(backup)).rejects.toThrow("has no database");
    execFileSync("mkfifo", [file]);
    await expect(restored(backup)).rejects.toThrow("has no database");
  });

  test("A29 · isn't listed if its manifest isn't a valid file, and doesn't displace others", async () => {
    const { folder, backup, again } = await backedUp();
    const file = join(backup.path, manifestName);
    const said = parseJson(backupManifestSchema, await readFile(file, "utf8"));
    const puts: readonly (() => Promise<void> | void)[] = [
      () => void execFileSync("mkfifo", [file]),
      () => symlink("/dev/zero", file),
      () => writeFile(file, JSON.stringify(said).padEnd(2_000_000)),
      // Exceeds the range of valid dates.
      () => writeFile(file, JSON.stringify({ ...said, madeMs: 1e300 })),
    ];
    for (const put of puts) {
      await rm(file);
      await put();
      expect(await listBackups(folder)).toEqual([]);
    }
    const { name } = await again(Date.now() + 60_000);
    expect((await listBackups(folder)).map((each) => each.name)).toEqual([name]);
  });
});
