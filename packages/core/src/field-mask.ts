import { invalidField, type AppError } from "./errors.ts";
import { err, ok, type Result } from "./result.ts";

/** `create_time` → `createTime`; what is already camelCase stays as it is. */
export function camelCase(key: string): string {
  return key.replace(/_+([a-z0-9])/g, (_, next: string) => next.toUpperCase());
}

/** Which fields of a resource a mask may name. Paths are camelCase. */
export interface MaskFields<F extends string> {
  readonly writable: readonly F[];
  /** Ignored in a body, since clients send whole objects back; refused when a mask names them. */
  readonly outputOnly: readonly string[];
}

/**
 * The fields that a write changes (decisions.md §2): those named by `mask`, or without one those
 * that the body has. Paths and keys are accepted in camelCase and snake_case, with spaces.
 * Unique, in the order named. Errors: INVALID_ARGUMENT naming an unknown or output-only path, an
 * unknown key of the body, or `updateMask` when nothing at all is named.
 */
export function resolveFieldMask<F extends string>(
  fields: MaskFields<F>,
  mask: string | undefined,
  body: Readonly<Record<string, unknown>>,
): Result<F[], AppError> {
  for (const key of Object.keys(body)) {
    const path = camelCase(key);
    if (!isWritable(fields, path) && !fields.outputOnly.includes(path)) {
      return err(invalidField(key, "is not a field"));
    }
  }
  const paths = mask === undefined || mask.trim() === "" ? null : splitMask(mask);
  if (paths === null) {
    const keys = Object.keys(body).map(camelCase);
    if (keys.length === 0) return err(invalidField("updateMask", "names no field"));
    return ok(unique(keys.filter((key) => isWritable(fields, key))));
  }
  const named: F[] = [];
  for (const path of paths) {
    const field = camelCase(path);
    if (isWritable(fields, field)) named.push(field);
    else if (fields.outputOnly.includes(field)) {
      return err(invalidField("updateMask", `${path} is set by the server`));
    } else return err(invalidField("updateMask", `${path} is not a field`));
  }
  if (named.length === 0) return err(invalidField("updateMask", "names no field"));
  return ok(unique(named));
}

function splitMask(mask: string): string[] {
  return mask
    .split(",")
    .map((path) => path.trim())
    .filter((path) => path !== "");
}

function isWritable<F extends string>(fields: MaskFields<F>, path: string): path is F {
  return fields.writable.some((field) => field === path);
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
