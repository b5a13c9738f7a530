import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { BackupFailed } from "./backup-failed.ts";

/** Space that must remain free after a backup: the app and other programs need the disk too. */
const spareBytes = 100_000_000;

/**
 * Throws a `BackupFailed` if writing `needBytes` would leave too little free space on the folder's disk. For
 * a folder that doesn't exist yet, checks the nearest existing parent.
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

/** Returns the free bytes, or null if unknown. */
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
