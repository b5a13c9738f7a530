import { StorageError, type StorageFault } from "@tidemark/core";
import type { BackupFailureCode } from "@tidemark/core/router";

/** Expected failure of a backup or restore, such as a full disk; not a bug. */
export class BackupFailed extends Error {
  override readonly name = "BackupFailed";
  readonly code: BackupFailureCode;

  constructor(code: BackupFailureCode, words: string, options?: ErrorOptions) {
    super(words, options);
    this.code = code;
  }
}

const noSpace: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "SQLITE_FULL"]);
const noFolder: ReadonlySet<string> = new Set([
  "EACCES",
  "ENOENT",
  "ENOTDIR",
  "EPERM",
  "EROFS",
  "EEXIST",
]);

const ofFaults: Readonly<Partial<Record<StorageFault, BackupFailureCode>>> = {
  "disk-full": "no-space",
  damaged: "damaged",
};

/**
 * Converts an error of the system, SQLite or the database into a `BackupFailed`; null for errors without a
 * code.
 */
export function backupFailure(error: unknown): BackupFailed | null {
  if (error instanceof BackupFailed) return error;
  if (error instanceof StorageError) {
    return new BackupFailed(ofFaults[error.fault] ?? "failed", error.message, { cause: error });
  }
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string")
    return null;
  return failureOfCode(error.code, error.message, error);
}

/** Same as `backupFailure`, if only the error code is known. */
export function failureOfCode(code: string, words: string, cause?: unknown): BackupFailed {
  if (noSpace.has(code)) return new BackupFailed("no-space", words, { cause });
  if (noFolder.has(code) || code.startsWith("SQLITE_CANTOPEN")) {
    return new BackupFailed("folder", words, { cause });
  }
  return new BackupFailed("failed", words, { cause });
}
