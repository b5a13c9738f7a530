import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BackupReason } from "@tidemark/core/router";
import { keepNewFilesPrivate, snapshotDatabase, syncFolder } from "@tidemark/db/node";
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
import type { BackupFormat, BackupManifest } from "./backup-manifest.ts";
import { backupName, partialName } from "./backup-name.ts";
import { refuseFullDisk } from "./free-space.ts";
import { outlived } from "./rotation.ts";

export interface WriteBackupOptions {
  /** Database to copy. Another process may keep writing to it. */
  readonly database: string;
  /** Content-addressed folder of its files. */
  readonly contents: string;
  /** Folder that receives the backup. */
  readonly folder: string;
  readonly format: BackupFormat;
  readonly why: BackupReason;
  /** Id of the profile or instance. */
  readonly profile: string;
  readonly device: string;
  /** Version of the program. */
  readonly app: string;
  /** Keys of `meta` with secrets, which the copy must not have. */
  readonly without: readonly string[];
  /** Key of `meta` whose value changes with every write; null if there is none. */
  readonly changedKey: string | null;
  readonly nowMs: () => number;
  readonly signal?: AbortSignal;
}

/** Copies contents into the shared folder of the backups, before a backup is written. */
export async function bringKept(
  { contents: from, folder }: Pick<WriteBackupOptions, "contents" | "folder">,
  signal?: AbortSignal,
): Promise<{ readonly hashes: readonly string[]; readonly bytes: number }> {
  const to = contentFolder(folder);
  const here = await contentsOf(from);
  const there = new Set((await contentsOf(to)).map(({ hash }) => hash));
  const isNew = here.filter(({ hash }) => !there.has(hash));
  // Hard links take no space, but it isn't known beforehand if linking works.
  if (!(await isOneDisk(from, folder))) await refuseFullDisk(folder, sum(isNew));
  const wanted = here.map(({ hash }) => hash);
  const brought = await bringContents(from, to, wanted, signal);
  const kept = here.filter(({ hash }) => brought.has(hash));
  return { hashes: kept.map(({ hash }) => hash), bytes: sum(kept) };
}

/**
 * Writes a backup of a profile or instance under a temporary name, checks it, and renames it once complete.
 * Then deletes its backups that have expired. Throws a `BackupFailed`, an error of the system, or the reason of
 * the signal; the backup isn't listed then.
 */
export async function writeBackup(options: WriteBackupOptions): Promise<KeptBackup> {
  const { database, folder, signal, nowMs, changedKey } = options;
  keepNewFilesPrivate();
  await makeFolder(folder);
  const madeMs = nowMs();
  await removePartials(folder, options.profile, madeMs);
  const name = backupName(madeMs, new Set(await readdir(folder)));
  const partial = join(folder, partialName(name, options.profile));
  await mkdir(partial, { mode: 0o700 });
  try {
    await refuseFullDisk(folder, await sizeOf(database));
    const copied = await snapshotDatabase({
      from: database,
      to: join(partial, databaseName),
      without: options.without,
      read: changedKey === null ? [] : [changedKey],
      ...(signal !== undefined && { signal }),
    });
    if (!copied.ok) {
      const { error } = copied;
      if (error.type !== "not-copied") throw new BackupFailed(error.type, error.message);
      throw failureOfCode(error.code, error.message);
    }
    // Copied after the database, so contents that it references are already on disk.
    const { hashes, bytes: fileBytes } = await bringKept(options, signal);
    const manifest: BackupManifest = {
      format: options.format,
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
      changed: changedKey === null ? null : (copied.value.values[changedKey] ?? null),
    };
    await writeSynced(join(partial, hashesName), hashes.map((hash) => `${hash}\n`).join(""));
    await writeSynced(join(partial, manifestName), `${JSON.stringify(manifest, null, 2)}\n`);
    signal?.throwIfAborted();
    const path = join(folder, name);
    await rename(partial, path);
    await syncFolder(folder);
    // The user may want to go back to any existing backup when restoring, so none is deleted.
    if (options.why !== "restore") await rotate(options, madeMs);
    return { name, path, manifest };
  } catch (error) {
    await rm(partial, { recursive: true, force: true }).catch(() => undefined);
    throw error;
  }
}

/** Rotates one profile's backups only: other profiles sharing the folder have their own schedule. */
async function rotate(
  { folder, profile, format }: Pick<WriteBackupOptions, "folder" | "profile" | "format">,
  nowMs: number,
): Promise<void> {
  const all = await listBackups(folder, format);
  const own = all.filter(({ manifest }) => manifest.profile === profile);
  const aged = own.map(({ name, manifest }) => ({ ...manifest, name }));
  await removeBackups(folder, profile, outlived(aged, nowMs));
}

/** Size including the write-ahead log, which becomes part of the copy. */
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

function sum(all: readonly { readonly bytes: number }[]): number {
  return all.reduce((total, { bytes }) => total + bytes, 0);
}
