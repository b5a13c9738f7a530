import { utf8ToBytes } from "@noble/hashes/utils.js";
import { appError, type AppError, invalidField } from "../error/errors.ts";
import { err, ok, type Result } from "../error/result.ts";
import type { Caller } from "../model/caller.ts";
import type { MemoFields } from "../model/memo.ts";

/** Limits that the administrator of an instance can change. */
export interface MemoLimits {
  /** Maximum size of the content in UTF-8 bytes. */
  readonly contentBytes: number;
  /** Throws a `StorageError` if the disk has no space for more content. Absent: no check. */
  readonly requireRoom?: () => void;
}

export const defaultMemoLimits: MemoLimits = { contentBytes: 1024 * 1024 };

/**
 * Checks the content of a memo. `before`: its previous content, which may exceed a limit that was lowered since: equal
 * content is always accepted. Throws the errors of `requireRoom`.
 */
export function checkContent(
  content: string,
  limits: MemoLimits,
  before: string | null = null,
): Result<null, AppError> {
  if (content === before) return ok(null);
  limits.requireRoom?.();
  // A UTF-16 unit takes one to three bytes, so most texts can be checked without encoding them.
  if (content.length * 3 <= limits.contentBytes) return ok(null);
  const bytes = utf8ToBytes(content).length;
  if (bytes <= limits.contentBytes) return ok(null);
  return err(
    appError("TOO_LARGE", `content is ${bytes} bytes, the limit is ${limits.contentBytes}`, [
      { field: "content", issue: "too large" },
    ]),
  );
}

/**
 * Checks a memo's fields, for REST, sync and the UI alike. `currentSpace` is the memo's current space. A user
 * who has left it may still edit their memo there.
 */
export function checkFields(
  caller: Caller,
  fields: Pick<MemoFields, "visibility" | "space" | "location">,
  currentSpace: string | null = null,
): Result<null, AppError> {
  const { space } = fields;
  if (space !== null && space !== currentSpace && !caller.spaces.includes(space)) {
    return err(appError("NOT_FOUND", "space not found", [{ field: "space", issue: "not found" }]));
  }
  if (fields.visibility === "SPACE" && fields.space === null) {
    return err(invalidField("visibility", "SPACE requires a space"));
  }
  const place = fields.location;
  if (place !== null && !(Math.abs(place.latitude) <= 90)) {
    return err(invalidField("location.latitude", "must be between -90 and 90"));
  }
  if (place !== null && !(Math.abs(place.longitude) <= 180)) {
    return err(invalidField("location.longitude", "must be between -180 and 180"));
  }
  return ok(null);
}
