import type { z } from "zod";
import { type AppError, invalidField } from "../error/errors.ts";
import { camelCase } from "../names/field-mask.ts";
import { err, ok, type Result } from "../error/result.ts";

export interface SettingPatch {
  /** Field mask as sent; blank for the fields in the body. Paths with or without the setting's name. */
  readonly mask: string;
  /** Fields of the setting, in camelCase. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/**
 * Returns the setting with the fields of a patch applied. Paths may begin with the setting's name
 * (`generalSetting.`). The name alone means the keys in the body: a client that knows only some keys must not
 * reset the others. A field in the mask without a value in the body is reset to its default.
 */
export function patchSetting<T extends Record<string, unknown>>(
  schema: z.ZodObject & z.ZodType<T>,
  name: string,
  current: T,
  patch: SettingPatch,
): Result<T, AppError> {
  const known = Object.keys(schema.shape);
  const given = Object.keys(patch.fields);
  const unknown = given.find((field) => !known.includes(field));
  if (unknown !== undefined) return err(invalidField(unknown, "is not a field"));
  const paths = patch.mask
    .split(",")
    .map((path) => camelCase(path.trim()))
    .filter((path) => path !== "");
  const named = new Set<string>();
  for (const path of paths) {
    const field = path.startsWith(`${name}.`) ? path.slice(name.length + 1) : path;
    if (field === name) for (const each of given) named.add(each);
    else if (known.includes(field)) named.add(field);
    else return err(invalidField("updateMask", `${path} is not a field`));
  }
  if (paths.length === 0) for (const field of given) named.add(field);
  if (named.size === 0) return err(invalidField("updateMask", "must name at least one field"));
  const next: Record<string, unknown> = { ...current };
  for (const field of named) next[field] = patch.fields[field] ?? undefined;
  const parsed = schema.safeParse(next);
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  return err(invalidField(issue?.path.join(".") || name, issue?.message ?? "is not valid"));
}
