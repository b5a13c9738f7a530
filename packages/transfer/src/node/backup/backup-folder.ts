import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { parseJson } from "@tidemark/core";
import { backupManifestSchema, type BackupFormat, type BackupManifest } from "./backup-manifest.ts";
import { contentFolder, pruneContents } from "./backup-contents.ts";
import { backupName, isBackupName, partialName, profileOfPartial } from "./backup-name.ts";
import { readPlainFile } from "./read-plain-file.ts";

/** A backup on disk: a folder with `tidemark.db`, `files.txt` and `backup.json`. */
export interface KeptBackup {
  readonly name: string;
  readonly path: string;
  readonly manifest: BackupManifest;
}

export const databaseName = "tidemark.db";
export const manifestName = "backup.json";
/** File listing the hashes of the backup's contents, one per line. */
export const hashesName = "files.txt";

/** Upper bound, far above any size that a backup writes. Larger files weren't written by a backup. */
const maxManifestBytes = 1024 * 1024;
const maxHashesBytes = 256 * 1024 * 1024;

/** Lists a folder's backups of one format, newest first; empty if the folder doesn't exist. */
export async function listBackups(
  folder: string,
  format: BackupFormat = "tidemark-backup",
): Promise<KeptBackup[]> {
  const names = await namesIn(folder);
  const found = await Promise.all(
    names.filter(isBackupName).map((name) => findBackup(join(folder, name), name, format)),
  );
  return found
    .filter((each) => each !== null)
    .toSorted((a, b) => b.manifest.madeMs - a.manifest.madeMs || (a.name < b.name ? 1 : -1));
}

/** Returns the backup at `path`, or null if it isn't one of Tidemark's. */
export async function findBackup(
  path: string,
  name: string,
  format: BackupFormat = "tidemark-backup",
): Promise<KeptBackup | null> {
  try {
    const text = await readPlainFile(join(path, manifestName), maxManifestBytes);
    const manifest = parseJson(backupManifestSchema, text);
    return manifest.format === format ? { name, path, manifest } : null;
  } catch {
    // Unrelated folder of that name, or a damaged backup.
    return null;
  }
}

export async function hashesOf(backup: string): Promise<string[]> {
  const text = await readPlainFile(join(backup, hashesName), maxHashesBytes);
  return text.split("\n").filter((line) => /^[0-9a-f]{64}$/.test(line));
}

export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

/** Deletes backups, then the contents that no other backup in the folder uses. */
export async function removeBackups(
  folder: string,
  profile: string,
  names: readonly string[],
): Promise<void> {
  for (const name of names) {
    const partial = join(folder, partialName(name, profile));
    // Renamed first: even if deleting fails, the rest no longer counts as a backup.
    await rename(join(folder, name), partial);
    await rm(partial, { recursive: true, force: true });
  }
  if (names.length > 0) await pruneFolder(folder);
}

/** Deletes all backups of a profile from a folder; does nothing if the folder doesn't exist. */
export async function removeBackupsOf(folder: string, profile: string): Promise<void> {
  const own = (await listBackups(folder)).filter(({ manifest }) => manifest.profile === profile);
  await removePartials(folder, profile, 0);
  await removeBackups(
    folder,
    profile,
    own.map(({ name }) => name),
  );
}

const dayMs = 86_400_000;

/**
 * Deletes unfinished backups: all of this profile, which only one program has open at a time, and those of
 * other profiles that are over a day old.
 */
export async function removePartials(
  folder: string,
  profile: string,
  nowMs: number,
): Promise<void> {
  const yesterday = backupName(nowMs - dayMs, new Set());
  for (const name of await namesIn(folder)) {
    const whose = profileOfPartial(name);
    if (whose === null || (whose !== profile && name >= yesterday)) continue;
    await rm(join(folder, name), { recursive: true, force: true });
  }
}

async function pruneFolder(folder: string): Promise<void> {
  const names = await namesIn(folder);
  // Another device is writing a backup, and the contents that it copied aren't listed yet.
  if (names.some((name) => profileOfPartial(name) !== null)) return;
  const needed = new Set<string>();
  for (const name of names.filter(isBackupName)) {
    try {
      for (const hash of await hashesOf(join(folder, name))) needed.add(hash);
    } catch {
      // Without its list of hashes, a backup may need any content.
      return;
    }
  }
  await pruneContents(contentFolder(folder), needed);
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}
