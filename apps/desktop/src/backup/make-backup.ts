import { mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BackupReason } from "@tidemark/core/router";
import { keepNewFilesPrivate, snapshotDatabase } from "@tidemark/db/node";
import { changedKey, keysWithoutBackup } from "@tidemark/replica";
import { bringContents, contentFolder, contentsOf } from "./backup-contents.ts";
import { BackupFailed, failureOfCode } from "./backup-failed.ts";
import {
  databaseName,
  hashesName,
  type KeptBackup,
  listBackups,
  makeFolder,
  manifestName,
  removeBackups,
  removePartials,
} from "./backup-folder.ts";
import type { BackupManifest } from "./backup-manifest.ts";
import { backupName, partialName } from "./backup-name.ts";
import { refuseFullDisk } from "./free-space.ts";
import { outlived } from "./rotation.ts";

export interface MakeBackupOptions {
  /** The data folder; whoever has it may go on writing. */
  readonly dataDir: string;
  /** Where backups go. */
  readonly folder: string;
  readonly why: BackupReason;
  /** Which profile it is. */
  readonly profile: string;
  readonly device: string;
  /** Version of the program. */
  readonly app: string;
  readonly nowMs: () => number;
  readonly signal?: AbortSignal;
}

/** Where a profile has the contents of its files. */
export function keptContents(dataDir: string): string {
  return join(dataDir, "blobs", "kept");
}

/** The contents that a profile has, brought to where backups share them, ahead of one. */
export async function bringKept(
  { dataDir, folder }: Pick<MakeBackupOptions, "dataDir" | "folder">,
  signal?: AbortSignal,
): Promise<{ readonly hashes: readonly string[]; readonly bytes: number }> {
  const from = keptContents(dataDir);
  const to = contentFolder(folder);
  const here = await contentsOf(from);
  const there = new Set((await contentsOf(to)).map(({ hash }) => hash));
  const isNew = here.filter(({ hash }) => !there.has(hash));
  // Where they can be linked they take nothing; it is not known before.
  if (!(await isOneDisk(from, folder))) await refuseFullDisk(folder, sum(isNew));
  const wanted = here.map(({ hash }) => hash);
  const brought = await bringContents(from, to, wanted, signal);
  const kept = here.filter(({ hash }) => brought.has(hash));
  return { hashes: kept.map(({ hash }) => hash), bytes: sum(kept) };
}

/**
 * Makes one backup of a profile: written under another name, looked through, renamed when it is whole.
 * Then those go that were kept long enough. Throws a `BackupFailed`, an error of the system, or the
 * reason of the signal: nothing of it is listed then.
 */
export async function makeBackup(options: MakeBackupOptions): Promise<KeptBackup> {
  const { dataDir, folder, signal, nowMs } = options;
  keepNewFilesPrivate();
  await makeFolder(folder);
  const madeMs = nowMs();
  await removePartials(folder, options.profile, madeMs);
  const name = backupName(madeMs, new Set(await readdir(folder)));
  const partial = join(folder, partialName(name, options.profile));
  await mkdir(partial, { mode: 0o700 });
  try {
    const file = join(dataDir, databaseName);
    await refuseFullDisk(folder, await sizeOf(file));
    const copied = await snapshotDatabase({
      from: file,
      to: join(partial, databaseName),
      without: keysWithoutBackup,
      read: [changedKey],
      ...(signal !== undefined && { signal }),
    });
    if (!copied.ok) {
      const { error } = copied;
      if (error.type !== "not-copied") throw new BackupFailed(error.type, error.message);
      throw failureOfCode(error.code, error.message);
    }
    // Behind the database, so that what it names and is here is there.
    const { hashes, bytes: fileBytes } = await bringKept(options, signal);
    const manifest: BackupManifest = {
      format: "tidemark-backup",
      version: 1,
      madeMs,
      why: options.why,
      profile: options.profile,
      device: options.device,
      app: options.app,
      memos: copied.value.memos,
      files: hashes.length,
      bytes: copied.value.bytes,
      fileBytes,
      changed: copied.value.values[changedKey] ?? null,
    };
    await writeSynced(join(partial, hashesName), hashes.map((hash) => `${hash}\n`).join(""));
    await writeSynced(join(partial, manifestName), `${JSON.stringify(manifest, null, 2)}\n`);
    signal?.throwIfAborted();
    const path = join(folder, name);
    await rename(partial, path);
    await syncFolder(folder);
    // Who restores something may want to go back to it: nothing goes on the way.
    if (options.why !== "restore") await rotate(folder, options.profile, madeMs);
    return { name, path, manifest };
  } catch (error) {
    await rm(partial, { recursive: true, force: true }).catch(() => undefined);
    throw error;
  }
}

/** Of one profile alone: others that share the folder have rules of their own. */
async function rotate(folder: string, profile: string, nowMs: number): Promise<void> {
  const own = (await listBackups(folder)).filter(({ manifest }) => manifest.profile === profile);
  const aged = own.map(({ name, manifest }) => ({ ...manifest, name }));
  await removeBackups(folder, profile, outlived(aged, nowMs));
}

/** With its write-ahead log, which goes into the copy. */
async function sizeOf(file: string): Promise<number> {
  const sizes = await Promise.all(
    [file, `${file}-wal`].map(async (each) => (await stat(each).catch(() => null))?.size ?? 0),
  );
  return sum(sizes.map((bytes) => ({ bytes })));
}

async function isOneDisk(a: string, b: string): Promise<boolean> {
  const [one, other] = await Promise.all([a, b].map((each) => stat(each).catch(() => null)));
  return one !== null && one !== undefined && one.dev === other?.dev;
}

async function writeSynced(path: string, text: string): Promise<void> {
  await writeFile(path, text, { mode: 0o600, flush: true });
}

/** Windows has no such call. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  await using handle = await open(path, "r");
  await handle.sync();
}

function sum(all: readonly { readonly bytes: number }[]): number {
  return all.reduce((total, { bytes }) => total + bytes, 0);
}
