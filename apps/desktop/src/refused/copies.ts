import { constants } from "node:fs";
import { copyFile, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { KeptCopy } from "@tidemark/ui";
import type { KeptBackup } from "../backup/backup-folder.ts";
import { inItsPlace } from "./in-its-place.ts";

const database = "tidemark.db";
/** Before the name of a backup, wherever the folder of backups is. */
const ofBackups = "backups/";

/** The copies of a folder's database, newest first: what updates left in it, and backups. */
export async function listCopies(dir: string): Promise<readonly KeptCopy[]> {
  const ofUpdates = (await names(dir)).filter((name) => name.startsWith(`${database}.before-`));
  const left = await Promise.all(
    ofUpdates.map(async (name) => {
      const { mtimeMs, size, isFile } = await describe(join(dir, name));
      return isFile ? [{ name, madeMs: Math.round(mtimeMs), bytes: size }] : [];
    }),
  );
  const backups = (await keptBackups(dir)).map(({ name, manifest }) => ({
    name: ofBackups + name,
    madeMs: manifest.madeMs,
    bytes: manifest.bytes,
  }));
  return [...left.flat(), ...backups].toSorted((a, b) => b.madeMs - a.madeMs);
}

/**
 * Puts a copy in the place of the database, which nobody may have open. The one that was there is kept, in
 * a folder of its own; so is the copy. A backup becomes a restored device (A30). False where there is no
 * such copy; a backup that cannot be restored throws, and leaves everything as it is.
 */
export async function restoreCopy(dir: string, name: string, nowMs: number): Promise<boolean> {
  if (name.startsWith(ofBackups)) {
    const wanted = name.slice(ofBackups.length);
    const backup = (await keptBackups(dir)).find((each) => each.name === wanted);
    if (backup === undefined) return false;
    const { prepareRestore } = await import("../backup/restore-backup.ts");
    // What is here does not open: nobody knows what of it the device would keep.
    const prepared = await prepareRestore({ dataDir: dir, backup, own: null, nowMs: () => nowMs });
    await inItsPlace(join(dir, database), nowMs, () => prepared.put());
    return true;
  }
  const isThere = (await listCopies(dir)).some((copy) => copy.name === name);
  if (!isThere) return false;
  const file = join(dir, database);
  const partial = `${file}.restored.partial`;
  await rm(partial, { force: true });
  try {
    // The whole copy first: a disk that is full leaves everything as it is.
    await copyFile(join(dir, name), partial, constants.COPYFILE_FICLONE);
    await inItsPlace(file, nowMs, () => rename(partial, file));
    return true;
  } finally {
    await rm(partial, { force: true });
  }
}

/**
 * The backups of the usual folder. Another one is named in the database: to read that is to open it, and
 * SQLite may throw the log of a damaged one away. `tidemark restore PATH` restores from anywhere.
 */
async function keptBackups(dir: string): Promise<readonly KeptBackup[]> {
  // Loaded where a database does not open, and at no other start.
  const { listBackups, usualFolder } = await import("../backup/backup-folder.ts");
  return listBackups(usualFolder(dir)).catch(() => []);
}

async function names(dir: string): Promise<readonly string[]> {
  return readdir(dir).catch(() => []);
}

async function describe(path: string) {
  const found = await stat(path).catch(() => null);
  return {
    isFile: found?.isFile() === true && found.size > 0,
    mtimeMs: found?.mtimeMs ?? 0,
    size: found?.size ?? 0,
  };
}
