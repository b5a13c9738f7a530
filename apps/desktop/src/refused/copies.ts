import { constants } from "node:fs";
import { copyFile, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { KeptCopy } from "@tidemark/ui";
import type { KeptBackup } from "@tidemark/transfer/backup";
import { inItsPlace } from "./in-its-place.ts";

const database = "tidemark.db";
/** Prefix of backup names, regardless of the backup folder. */
const ofBackups = "backups/";

/** Lists the copies of a folder's database, newest first: copies made before updates, and backups. */
export async function listCopies(dir: string): Promise<readonly KeptCopy[]> {
  const ofUpdates = (await names(dir)).filter((name) => name.startsWith(`${database}.before-`));
  const left = await Promise.all(
    ofUpdates.map(async (name) => {
      const { mtimeMs, size, isFile } = await describe(join(dir, name));
      return isFile ? [{ name, madeMs: Math.round(mtimeMs), bytes: size }] : [];
    }),
  );
  const backups = (await storedBackups(dir)).map(({ name, manifest }) => ({
    name: ofBackups + name,
    madeMs: manifest.madeMs,
    bytes: manifest.bytes,
  }));
  return [...left.flat(), ...backups].toSorted((a, b) => b.madeMs - a.madeMs);
}

/**
 * Replaces the database, which must not be open, by a copy. The old database is moved to a separate folder;
 * the copy is kept. A backup becomes a restored device (A30a). Returns false if the copy doesn't exist.
 * Throws if a backup can't be restored, without changing anything.
 */
export async function restoreCopy(dir: string, name: string, nowMs: number): Promise<boolean> {
  if (name.startsWith(ofBackups)) {
    const wanted = name.slice(ofBackups.length);
    const backup = (await storedBackups(dir)).find((each) => each.name === wanted);
    if (backup === undefined) return false;
    const { prepareRestore } = await import("../backup/restore-backup.ts");
    // The current database can't be opened, so its device settings can't be read.
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
    // Copied completely before replacing, so a full disk changes nothing.
    await copyFile(join(dir, name), partial, constants.COPYFILE_FICLONE);
    await inItsPlace(file, nowMs, () => rename(partial, file));
    return true;
  } finally {
    await rm(partial, { force: true });
  }
}

/**
 * Lists the backups in the default folder. The database may name another one, but opening a damaged database
 * may make SQLite discard its log. `tidemark restore PATH` restores from any folder.
 */
async function storedBackups(dir: string): Promise<readonly KeptBackup[]> {
  // Imported lazily, since it is only needed if a database can't be opened.
  const { listBackups } = await import("@tidemark/transfer/backup");
  const { usualFolder } = await import("../backup/make-backup.ts");
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
