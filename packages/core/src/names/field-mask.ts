import { invalidField, type AppError } from "../error/errors.ts";
import { err, ok, type Result } from "../error/result.ts";

/** `create_time` → `createTime`; what is already camelCase stays as it is. */
export function camelCase(key: string): string {
  return key.replace(/_+([a-z0-9])/g, (_, next: string) => next.toUpperCase());
}

/** Which fields of a resource a mask may name. Paths are camelCase. */
export interface MaskFields<F extends string> {
  readonly writable: readonly F[];
  /** Ignored in bodies and masks, since clients send whole objects back; refused when alone there. */
  readonly outputOnly: readonly string[];
}

/**
 * The fields that a write changes (docs/api-decisions.md §2): those named by `mask`, or without one
 * those that the body has; a null there counts as absent. Paths and keys are accepted in camelCase and
 * snake_case, with spaces. Unique, in the order named; none for a body of nulls alone. Errors:
 * INVALID_ARGUMENT naming an unknown path, an unknown key of the body, an output-only field that nothing
 * which can be set stands beside, or `updateMask` when nothing at all is named.
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
  if (first === undefined) return err(invalidField("updateMask", "names no field"));
  return err(
    hasMask(mask)
      ? invalidField("updateMask", `${first} is set by the server`)
      : invalidField(first, "is set by the server"),
  );
}

/** Whether a request has a mask that counts: a blank one says nothing. */
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
