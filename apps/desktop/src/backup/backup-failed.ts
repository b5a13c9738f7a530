import type { BackupFailureCode } from "@tidemark/core/router";

/** Why nothing was backed up or restored, where that is nobody's mistake in the program. */
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

/** What a failure of the system or of SQLite says of itself; null for what is a fault of ours. */
export function backupFailure(error: unknown): BackupFailed | null {
  if (error instanceof BackupFailed) return error;
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string")
    return null;
  return failureOfCode(error.code, error.message, error);
}

/** The same where only its code came. */
export function failureOfCode(code: string, words: string, cause?: unknown): BackupFailed {
  if (noSpace.has(code)) return new BackupFailed("no-space", words, { cause });
  if (noFolder.has(code) || code.startsWith("SQLITE_CANTOPEN")) {
    return new BackupFailed("folder", words, { cause });
  }
  return new BackupFailed("failed", words, { cause });
}
