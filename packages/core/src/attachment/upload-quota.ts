import { appError, type AppError } from "../error/errors.ts";
import type { Caller } from "../model/caller.ts";
import type { ReadStores } from "../stores/database.ts";
import type { AttachmentDeps } from "./attachment-deps.ts";
import type { AttachmentLimits } from "../access/attachment-limits.ts";

/** Maximum size of a file that a user may still send, and whether the quota or the file limit sets it. */
export interface UploadQuota {
  readonly bytes: number;
  readonly isQuota: boolean;
}

/**
 * Returns the space left for an upload. `bytes` is the file's size if known. Rejects if the disk lacks space.
 */
export async function quotaFor(
  deps: AttachmentDeps,
  caller: Caller,
  bytes = 0,
): Promise<UploadQuota> {
  const { uploadBytes, quotaBytesPerUser, requireRoom } = deps.limits();
  requireRoom?.(bytes);
  if (quotaBytesPerUser === 0) return { bytes: uploadBytes, isQuota: false };
  const used = await deps.memoDeps.database.read(({ attachments }) =>
    attachments.bytesOf(caller.name, null),
  );
  const left = Math.max(0, quotaBytesPerUser - used);
  return left < uploadBytes
    ? { bytes: left, isQuota: true }
    : { bytes: uploadBytes, isQuota: false };
}

/**
 * Returns true if a file fits the user's quota. Runs in the transaction that adds it, because concurrent
 * uploads may each have passed the earlier check. `sha256` identifies content that may already be received.
 */
export async function fitsQuota(
  { attachments }: Pick<ReadStores, "attachments">,
  { quotaBytesPerUser }: AttachmentLimits,
  caller: Caller,
  file: { readonly sizeBytes: number; readonly sha256: string },
): Promise<boolean> {
  if (quotaBytesPerUser === 0) return true;
  const used = await attachments.bytesOf(caller.name, file.sha256);
  return used + file.sizeBytes <= quotaBytesPerUser;
}

/** Error if another upload used up the quota first. */
export function quotaExceeded(): AppError {
  return appError("TOO_LARGE", "the file is larger than your remaining storage", [
    { field: "content", issue: "too large" },
  ]);
}

export function tooLarge({ bytes, isQuota }: UploadQuota): AppError {
  const limit = isQuota
    ? `${bytes} bytes of your storage are left`
    : `the limit for one file is ${bytes} bytes`;
  return appError("TOO_LARGE", `the file is too large: ${limit}`, [
    { field: "content", issue: "too large" },
  ]);
}
