import { invalidField, type AppError } from "../error/errors.ts";
import { err, ok, type Result } from "../error/result.ts";

/** Converts `create_time` to `createTime`; leaves camelCase unchanged. */
export function camelCase(key: string): string {
  return key.replace(/_+([a-z0-9])/g, (_, next: string) => next.toUpperCase());
}

/** Fields of a resource that a mask may contain. Paths are camelCase. */
export interface MaskFields<F extends string> {
  readonly writable: readonly F[];
  /** Ignored in bodies and masks, because clients send whole objects back; refused if there are no others. */
  readonly outputOnly: readonly string[];
}

/**
 * Returns the fields that a write changes (docs/api-decisions.md §2): those in `mask`, or without a mask
 * those in the body, where null counts as absent. Accepts paths and keys in camelCase and snake_case, with
 * spaces. The result is unique, in the order of the paths; empty for a body with only nulls.
 *
 * Fails with INVALID_ARGUMENT for an unknown path, an unknown key of the body, or output-only fields without
 * writable ones. Also fails, naming `updateMask`, if there are no fields at all.
 */
export function resolveFieldMask<F extends string>(
  fields: MaskFields<F>,
  mask: string | undefined,
  body: Readonly<Record<string, unknown>>,
): Result<F[], AppError> {
  const keys = Object.keys(body);
  const unknown = keys.find((key) => !isKnown(fields, camelCase(key)));
  if (unknown !== undefined) return err(invalidField(unknown, "is not a field"));
  const paths = hasMask(mask) ? splitMask(mask) : keys.filter((key) => body[key] !== null);
  const named: F[] = [];
  for (const path of paths) {
    const field = camelCase(path);
    if (!isKnown(fields, field)) return err(invalidField("updateMask", `${path} is not a field`));
    if (isWritable(fields, field)) named.push(field);
  }
  const [first] = paths;
  const hasNullsAlone = !hasMask(mask) && first === undefined && keys.length > 0;
  if (named.length > 0 || hasNullsAlone) return ok([...new Set(named)]);
  if (first === undefined) return err(invalidField("updateMask", "must name at least one field"));
  return err(
    hasMask(mask)
      ? invalidField("updateMask", `${first} is set by the server`)
      : invalidField(first, "is set by the server"),
  );
}

/** Returns true if a request has a mask; a blank one counts as none. */
export function hasMask(mask: string | undefined): mask is string {
  return mask !== undefined && mask.trim() !== "";
}

function splitMask(mask: string): string[] {
  return mask
    .split(",")
    .map((path) => path.trim())
    .filter((path) => path !== "");
}

function isKnown(fields: MaskFields<string>, path: string): boolean {
  return isWritable(fields, path) || fields.outputOnly.includes(path);
}

function isWritable<F extends string>(fields: MaskFields<F>, path: string): path is F {
  return fields.writable.some((field) => field === path);
}
