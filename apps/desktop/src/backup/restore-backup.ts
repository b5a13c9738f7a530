import { randomUUID } from "node:crypto";
import { rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { OpenDatabaseError } from "@tidemark/db";
import { openDatabase, removeLocalCopies, snapshotDatabase } from "@tidemark/db/node";
import { becomeRestored, type DeviceOwn, keysWithoutBackup } from "@tidemark/replica";
import { bringContents, contentFolder } from "./backup-contents.ts";
import { BackupFailed, failureOfCode } from "./backup-failed.ts";
import { databaseName, hashesOf, type KeptBackup } from "./backup-folder.ts";
import { refuseFullDisk } from "./free-space.ts";
import { keptContents } from "./make-backup.ts";

export interface PrepareOptions {
  readonly dataDir: string;
  readonly backup: KeptBackup;
  /** What the device keeps; null: there is nothing on it. */
  readonly own: DeviceOwn | null;
  readonly nowMs: () => number;
  readonly signal?: AbortSignal;
}

/** What stands ready to take the place of a profile's database. */
export interface Prepared {
  readonly backup: KeptBackup;
  /** How many of its contents are here now; the others the server has, or nobody. */
  readonly files: number;
  /** Puts it in place. The database that was there is closed, and is gone then. */
  put(): Promise<void>;
}

const restoringName = `${databaseName}.restoring.partial`;
const companions = ["", "-wal", "-shm", "-journal"] as const;

/**
 * Makes a backup ready beside the profile that it is to replace, which may be in use: a copy that was
 * looked through, brought up to date and made a restored device's, and the contents of its files.
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
  // Contents are linked where they can be; where not, nobody knows how many of them are new.
  await refuseFullDisk(dataDir, bytes + (own === null ? fileBytes : 0));
  try {
    const copied = await snapshotDatabase({
      from: join(backup.path, databaseName),
      to: restoring,
      // No backup has them. One that has was changed, and the device would sync with a server of theirs.
      without: keysWithoutBackup,
      read: [],
      // Anybody who can write the folder could add a trigger, which would run with the next write.
      checksSchema: true,
      ...(signal !== undefined && { signal }),
    });
    if (!copied.ok) {
      const { error } = copied;
      if (error.type !== "not-copied") throw new BackupFailed(error.type, error.message);
      throw failureOfCode(error.code, error.message);
    }
    await makeRestored(restoring, own, options.nowMs());
    const hashes = await hashesOf(backup.path);
    const contents = contentFolder(dirname(backup.path));
    const brought = await bringContents(contents, keptContents(dataDir), hashes, signal);
    return {
      backup,
      files: brought.size,
      async put() {
        const file = join(dataDir, databaseName);
        // It was closed: its log is in it. What a log of another database is to this one is damage.
        for (const suffix of companions.slice(1)) await rm(file + suffix, { force: true });
        await rename(restoring, file);
      },
    };
  } catch (error) {
    await removeRestoring(dataDir);
    throw error;
  }
}

/** Removes what a restore left that was broken off. */
export async function removeRestoring(dataDir: string): Promise<void> {
  for (const suffix of companions) {
    await rm(join(dataDir, restoringName + suffix), { force: true });
  }
}

async function makeRestored(file: string, own: DeviceOwn | null, nowMs: number): Promise<void> {
  try {
    await using opened = await openDatabase({ file, role: "device" });
    await becomeRestored(opened.database, own, { nowMs, newStreamId: randomUUID });
  } catch (error) {
    if (!(error instanceof OpenDatabaseError)) throw error;
    const code = error.type === "schema-too-new" ? "newer" : "damaged";
    throw new BackupFailed(code, error.message, { cause: error });
  } finally {
    // An older one was copied before it was brought up to date; the backup is that copy.
    removeLocalCopies(file, Number.POSITIVE_INFINITY);
  }
}
