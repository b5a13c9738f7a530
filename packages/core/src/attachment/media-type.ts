import { invalidField, type AppError } from "../errors.ts";
import { err, ok, type Result } from "../result.ts";

// type/subtype of RFC 6838 names, then parameters in visible ASCII.
const mediaType =
  /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}(?: *;[\x20-\x7e]*)?$/;

/** A media type in lower case; "" stays, and means that it is to be found out. */
export function checkMediaType(type: string): Result<string, AppError> {
  const lower = type.trim().toLowerCase();
  if (lower === "" || (lower.length <= 255 && mediaType.test(lower))) return ok(lower);
  return err(invalidField("type", "is no media type"));
}
