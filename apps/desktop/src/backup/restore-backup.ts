import { randomUUID } from "node:crypto";
import { rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { DeviceDatabase } from "@tidemark/core";
import { OpenDatabaseError } from "@tidemark/db";
import { openDatabase, removeLocalCopies, snapshotDatabase } from "@tidemark/db/node";
import { becomeRestored, type DeviceOwn, keysWithoutBackup } from "@tidemark/replica";
import { bringContents, contentFolder } from "./backup-contents.ts";
import { BackupFailed, failureOfCode } from "./backup-failed.ts";
import { databaseName, hashesOf, type KeptBackup } from "./backup-folder.ts";
import { refuseFullDisk } from "./free-space.ts";
import { profileContentFolder } from "./make-backup.ts";

export interface PrepareOptions {
  readonly dataDir: string;
  readonly backup: KeptBackup;
  /** Settings and identity that the device keeps; null if it has no data. */
  readonly own: DeviceOwn | null;
  /** The current data if it is open, to recognise drafts that were saved since. */
  readonly present?: DeviceDatabase;
  /** True if the device leaves its server. */
  readonly disconnects?: boolean;
  readonly nowMs: () => number;
  readonly signal?: AbortSignal;
}

/** A restored database ready to replace the profile's. */
export interface Prepared {
  readonly backup: KeptBackup;
  /** Number of the backup's contents now on this device. The server may have the others. */
  readonly files: number;
  /** Replaces the current database, which must be closed and is lost. */
  put(): Promise<void>;
}

const restoringName = `${databaseName}.restoring.partial`;
const companions = ["", "-wal", "-shm", "-journal"] as const;

/**
 * Prepares a backup next to the profile that it replaces, which may be in use. Copies and checks the
 * database, migrates it, marks it as a restored device, and copies the contents of its files.
 */
export async function prepareRestore(options: PrepareOptions): Promise<Prepared> {
  const { dataDir, backup, own, signal } = options;
  const restoring = join(dataDir, restoringName);
  await removeRestoring(dataDir);
  const found = await stat(join(backup.path, databaseName)).catch(() => null);
  if (found?.isFile() !== true) {
    throw new BackupFailed("damaged", `${backup.path} has no database`);
  }
  const { bytes, fileBytes } = backup.manifest;
  // Contents are linked if possible; otherwise it isn't known how many are new.
  await refuseFullDisk(dataDir, bytes + (own === null ? fileBytes : 0));
  try {
    const copied = await snapshotDatabase({
      from: join(backup.path, databaseName),
      to: restoring,
      // Backups never contain these keys. A manipulated one could make the device sync with an attacker's
      // server.
      without: keysWithoutBackup,
      read: [],
      // Anyone who can write to the folder could add a trigger that runs on the next write.
      checksSchema: true,
      ...(signal !== undefined && { signal }),
    });
    if (!copied.ok) {
      const { error } = copied;
      if (error.type !== "not-copied") throw new BackupFailed(error.type, error.message);
      throw failureOfCode(error.code, error.message);
    }
    await makeRestored(restoring, options);
    const hashes = await hashesOf(backup.path);
    const contents = contentFolder(dirname(backup.path));
    const brought = await bringContents(contents, profileContentFolder(dataDir), hashes, signal);
    return {
      backup,
      files: brought.size,
      async put() {
        const file = join(dataDir, databaseName);
        // The old database was closed, so its log is already merged. A leftover log would corrupt the new
        // database.
        for (const suffix of companions.slice(1)) await rm(file + suffix, { force: true });
        await rename(restoring, file);
      },
    };
  } catch (error) {
    await removeRestoring(dataDir);
    throw error;
  }
}

/** Deletes the files of an interrupted restore. */
export async function removeRestoring(dataDir: string): Promise<void> {
  for (const suffix of companions) {
    await rm(join(dataDir, restoringName + suffix), { force: true });
  }
}

async function makeRestored(
  file: string,
  { own, nowMs, backup, present, disconnects = false }: PrepareOptions,
): Promise<void> {
  const { madeMs, memos } = backup.manifest;
  try {
    await using opened = await openDatabase({ file, role: "device" });
    await becomeRestored(opened.database, own, {
      nowMs: nowMs(),
      newStreamId: randomUUID,
      disconnects,
      backup: { madeMs, memos },
      present: present ?? null,
    });
  } catch (error) {
    if (!(error instanceof OpenDatabaseError)) throw error;
    const code = error.type === "schema-too-new" ? "newer" : "damaged";
    throw new BackupFailed(code, error.message, { cause: error });
  } finally {
    // Migrating an older database makes a copy first. The backup already serves as that copy.
    removeLocalCopies(file, Number.POSITIVE_INFINITY);
  }
}
