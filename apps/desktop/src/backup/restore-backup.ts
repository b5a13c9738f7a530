import { randomUUID } from "node:crypto";
import { rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { DeviceDatabase } from "@tidemark/core";
import { becomeRestored, type DeviceOwn } from "@tidemark/replica";
import {
  bringContents,
  contentFolder,
  databaseName,
  hashesOf,
  type KeptBackup,
} from "@tidemark/transfer/backup";
import { copyBackup, openCopy, removeCopy } from "./copied-backup.ts";
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
const logSuffixes = ["-wal", "-shm", "-journal"] as const;

/**
 * Prepares a backup next to the profile that it replaces, which may be in use. Copies and checks the
 * database, migrates it, marks it as a restored device, and copies the contents of its files.
 */
export async function prepareRestore(options: PrepareOptions): Promise<Prepared> {
  const { dataDir, backup, own, signal } = options;
  const restoring = join(dataDir, restoringName);
  await removeRestoring(dataDir);
  const { fileBytes } = backup.manifest;
  try {
    // Contents are linked if possible; otherwise it isn't known how many are new.
    const moreBytes = own === null ? fileBytes : 0;
    await copyBackup(backup, restoring, { moreBytes, ...(signal !== undefined && { signal }) });
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
        for (const suffix of logSuffixes) await rm(file + suffix, { force: true });
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
  await removeCopy(join(dataDir, restoringName));
}

async function makeRestored(
  file: string,
  { own, nowMs, backup, present, disconnects = false }: PrepareOptions,
): Promise<void> {
  const { madeMs, memos } = backup.manifest;
  await using opened = await openCopy(file);
  await becomeRestored(opened.database, own, {
    nowMs: nowMs(),
    newStreamId: randomUUID,
    disconnects,
    backup: { madeMs, memos },
    present: present ?? null,
  });
}
