import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { DeviceDatabase } from "@tidemark/core";
import { type OpenDatabase, OpenDatabaseError } from "@tidemark/db";
import { openDatabase, removeLocalCopies, snapshotDatabase } from "@tidemark/db/node";
import { keysWithoutBackup } from "@tidemark/replica";
import {
  BackupFailed,
  databaseName,
  failureOfCode,
  type KeptBackup,
  refuseFullDisk,
} from "@tidemark/transfer/backup";

const companions = ["", "-wal", "-shm", "-journal"] as const;

/**
 * Copies the database of a backup to `to`, which must not exist, and checks the copy. Throws a `BackupFailed`
 * if the backup is unusable, or if its disk would have less than `moreBytes` left beside the copy.
 */
export async function copyBackup(
  { path, manifest }: KeptBackup,
  to: string,
  { moreBytes = 0, signal }: { readonly moreBytes?: number; readonly signal?: AbortSignal },
): Promise<void> {
  const from = join(path, databaseName);
  const found = await stat(from).catch(() => null);
  if (found?.isFile() !== true) throw new BackupFailed("damaged", `${path} has no database`);
  await refuseFullDisk(join(to, ".."), manifest.bytes + moreBytes);
  const copied = await snapshotDatabase({
    from,
    to,
    // Backups never contain these keys. A manipulated one could make the device sync with an attacker's
    // server.
    without: keysWithoutBackup,
    read: [],
    // Anyone who can write to the folder could add a trigger that runs on the next write.
    checksSchema: true,
    ...(signal !== undefined && { signal }),
  });
  if (copied.ok) return;
  const { error } = copied;
  if (error.type !== "not-copied") throw new BackupFailed(error.type, error.message);
  throw failureOfCode(error.code, error.message);
}

/** Opens a copied database and migrates it. Throws a `BackupFailed` if it can't be opened. */
export async function openCopy(file: string): Promise<OpenDatabase<DeviceDatabase>> {
  try {
    return await openDatabase({ file, role: "device" });
  } catch (error) {
    if (!(error instanceof OpenDatabaseError)) throw error;
    const code = error.type === "schema-too-new" ? "newer" : "damaged";
    throw new BackupFailed(code, error.message, { cause: error });
  } finally {
    // Migrating an older database makes a copy first. The backup already serves as that copy.
    removeLocalCopies(file, Number.POSITIVE_INFINITY);
  }
}

/** Deletes a copied database and the files that SQLite created beside it. */
export async function removeCopy(file: string): Promise<void> {
  for (const suffix of companions) await rm(file + suffix, { force: true });
}
