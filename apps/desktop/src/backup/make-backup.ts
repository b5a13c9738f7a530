import { join } from "node:path";
import type { BackupReason } from "@tidemark/core/router";
import { changedKey, keysWithoutBackup } from "@tidemark/replica";
import { databaseName, type KeptBackup, writeBackup } from "@tidemark/transfer/backup";

export interface MakeBackupOptions {
  /** Data folder. Another process may keep writing to it. */
  readonly dataDir: string;
  /** Folder that receives the backup. */
  readonly folder: string;
  readonly why: BackupReason;
  /** Id of the profile. */
  readonly profile: string;
  readonly device: string;
  /** Version of the program. */
  readonly app: string;
  readonly nowMs: () => number;
  readonly signal?: AbortSignal;
}

/** Returns the folder in which a profile stores the contents of its files. */
export function profileContentFolder(dataDir: string): string {
  return join(dataDir, "blobs", "kept");
}

/** Returns the default folder of backups. */
export function usualFolder(dataDir: string): string {
  return join(dataDir, "backups");
}

/** Backs up a profile without its credentials, by the rules of `writeBackup`. */
export async function makeBackup({ dataDir, ...options }: MakeBackupOptions): Promise<KeptBackup> {
  return writeBackup({
    ...options,
    database: join(dataDir, databaseName),
    contents: profileContentFolder(dataDir),
    format: "tidemark-backup",
    without: keysWithoutBackup,
    changedKey,
  });
}
