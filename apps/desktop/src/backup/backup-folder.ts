import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { parseJson } from "@tidemark/core";
import { backupManifestSchema, type BackupManifest } from "./backup-manifest.ts";
import { contentFolder, pruneContents } from "./backup-contents.ts";
import { backupName, isBackupName, partialName, profileOfPartial } from "./backup-name.ts";
import { readPlainFile } from "./read-plain-file.ts";

/** A backup as it lies in its folder: `tidemark.db`, `files.txt`, `backup.json`. */
export interface KeptBackup {
  readonly name: string;
  readonly path: string;
  readonly manifest: BackupManifest;
}

export const databaseName = "tidemark.db";
export const manifestName = "backup.json";
/** The hashes of the contents that belong to it, a line each. */
export const hashesName = "files.txt";

/** Far more than is ever written: what is larger was not written by a backup. */
const maxManifestBytes = 1024 * 1024;
const maxHashesBytes = 256 * 1024 * 1024;

/** Where backups are kept until one names another folder. */
export function usualFolder(dataDir: string): string {
  return join(dataDir, "backups");
}

/** The backups of a folder, newest first; none where there is no folder. */
export async function listBackups(folder: string): Promise<KeptBackup[]> {
  const names = await namesIn(folder);
  const found = await Promise.all(
    names.filter(isBackupName).map((name) => findBackup(join(folder, name), name)),
  );
  return found
    .filter((each) => each !== null)
    .toSorted((a, b) => b.manifest.madeMs - a.manifest.madeMs || (a.name < b.name ? 1 : -1));
}

/** null: there is none of ours. */
export async function findBackup(path: string, name: string): Promise<KeptBackup | null> {
  try {
    const text = await readPlainFile(join(path, manifestName), maxManifestBytes);
    return { name, path, manifest: parseJson(backupManifestSchema, text) };
  } catch {
    // Something else of that name, or one that a disk has lost.
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

/** Takes backups away, and the contents that no other one of the folder has. */
export async function removeBackups(
  folder: string,
  profile: string,
  names: readonly string[],
): Promise<void> {
  for (const name of names) {
    const partial = join(folder, partialName(name, profile));
    // It is none from here on, whatever comes in the way of removing it.
    await rename(join(folder, name), partial);
    await rm(partial, { recursive: true, force: true });
  }
  if (names.length > 0) await pruneFolder(folder);
}

/** Takes all backups of a profile away from a folder; a folder that is not there has none. */
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
 * Removes what was not ended: this profile's, which one program has at a time, and another's when it
 * was begun a day ago.
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
  // What is being written by another device has its own contents.
  if (names.some((name) => profileOfPartial(name) !== null)) return;
  const needed = new Set<string>();
  for (const name of names.filter(isBackupName)) {
    try {
      for (const hash of await hashesOf(join(folder, name))) needed.add(hash);
    } catch {
      // One that does not say what it needs may need anything.
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
