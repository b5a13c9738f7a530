import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { BackupFailed } from "./backup-failed.ts";

/** So much stays free behind a backup: whoever writes needs the disk too. */
const spareBytes = 100_000_000;

/**
 * Throws a `BackupFailed` where so many more bytes would leave the disk of a folder without room. A
 * folder that is still to be made is judged by what is above it.
 */
export async function refuseFullDisk(folder: string, needBytes: number): Promise<void> {
  const free = await freeBytes(folder);
  if (free === null || free >= needBytes + spareBytes) return;
  const need = inMegabytes(needBytes + spareBytes);
  throw new BackupFailed(
    "no-space",
    `${folder} has ${inMegabytes(free)} free, and ${need} are needed`,
  );
}

/** null: nobody can say. */
async function freeBytes(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    return isMissing && dirname(folder) !== folder ? freeBytes(dirname(folder)) : null;
  }
}

function inMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_000_000).toLocaleString("en")} MB`;
}
