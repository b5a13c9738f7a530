import { StorageError } from "@tidemark/core";

const codes: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT"]);

/** Returns true if an error means that the disk is full, and not that the source is broken. */
export function isDiskFull(error: unknown): boolean {
  if (error instanceof StorageError) return error.fault === "disk-full" || isQuotaFull(error);
  if (!(error instanceof Error)) return false;
  return isQuotaFull(error) || ("code" in error && codes.has(error.code));
}

/** Returns true if an error means that a browser gives this site no more space. */
export function isQuotaFull(error: unknown): boolean {
  if (error instanceof StorageError) return error.fault === "quota-full";
  return error instanceof Error && error.name === "QuotaExceededError";
}
