import { appError, type AppError } from "../errors.ts";
import type { Caller } from "../memo/access.ts";
import type { AttachmentDeps } from "./attachment-deps.ts";

/** How large a file a user may still send, and which limit says so. */
export interface UploadRoom {
  readonly bytes: number;
  readonly isQuota: boolean;
}

export async function roomFor(deps: AttachmentDeps, caller: Caller): Promise<UploadRoom> {
  const { uploadBytes, quotaBytesPerUser } = deps.limits();
  if (quotaBytesPerUser === 0) return { bytes: uploadBytes, isQuota: false };
  const used = await deps.memoDeps.database.read((stores) =>
    stores.attachments.bytesOf(caller.name),
  );
  const left = Math.max(0, quotaBytesPerUser - used);
  return left < uploadBytes
    ? { bytes: left, isQuota: true }
    : { bytes: uploadBytes, isQuota: false };
}

export function tooLarge({ bytes, isQuota }: UploadRoom): AppError {
  const limit = isQuota
    ? `${bytes} bytes are left of your storage`
    : `the limit of a file is ${bytes} bytes`;
  return appError("TOO_LARGE", `the file is too large: ${limit}`, [
    { field: "content", issue: "too large" },
  ]);
}
