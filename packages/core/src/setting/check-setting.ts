import type { z } from "zod";
import { jsonBytes } from "../bytes/utf8-length.ts";
import type { Caller } from "../model/caller.ts";
import type { ReadStores } from "../stores/database.ts";
import type { RegisterValue } from "../merge/register-op.ts";
import {
  generalPrefix,
  generalSettingSchema,
  maxTagStyles,
  tagPrefix,
  tagStyleSchema,
} from "./user-settings.ts";

const maxValueBytes = 4096;
/** Maximum number of unknown general settings to store for newer versions. */
const maxUnknownFields = 256;

/**
 * Returns true if a device may set a value of its user's settings. Unknown fields of the general setting come
 * from a newer version and are stored.
 */
export async function checkSetting(
  stores: Pick<ReadStores, "registers">,
  caller: Caller,
  key: string,
  value: RegisterValue,
): Promise<boolean> {
  if (jsonBytes(value) > maxValueBytes) return false;
  if (key.startsWith(generalPrefix)) {
    const name = key.slice(generalPrefix.length);
    // Names that every object inherits aren't settings.
    if (name === "" || name in Object.prototype) return false;
    if (value === null) return true;
    const fields: Readonly<Record<string, z.ZodType>> = generalSettingSchema.shape;
    const field = fields[name];
    if (field !== undefined) return field.safeParse(value).success;
    return hasRoom(stores, caller, { prefix: generalPrefix, key, most: maxUnknownFields });
  }
  if (!key.startsWith(tagPrefix) || key === tagPrefix) return false;
  if (key.length > tagPrefix.length + 200) return false;
  if (value === null) return true;
  if (!tagStyleSchema.safeParse(value).success) return false;
  return hasRoom(stores, caller, { prefix: tagPrefix, key, most: maxTagStyles });
}

async function hasRoom(
  { registers }: Pick<ReadStores, "registers">,
  { name }: Caller,
  { prefix, key, most }: { readonly prefix: string; readonly key: string; readonly most: number },
): Promise<boolean> {
  const known = await registers.find(name, "setting", key);
  if (known !== null && known.value !== null) return true;
  return (await registers.count(name, "setting", prefix)) < most;
}
