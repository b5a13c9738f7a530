import { StorageError } from "@tidemark/core";

const codes: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT"]);

/** Returns true if an error means that the disk is full, and not that the source is broken. */
export function isDiskFull(error: unknown): boolean {
  if (error instanceof StorageError) return error.fault === "disk-full";
  if (!(error instanceof Error)) return false;
  return error.name === "QuotaExceededError" || ("code" in error && codes.has(error.code));
}
