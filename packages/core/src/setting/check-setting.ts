import type { Caller } from "../model/caller.ts";
import type { ReadStores } from "../stores/database.ts";
import type { RegisterValue } from "../merge/register-op.ts";
import { generalSettingSchema, tagStyleSchema, maxTagStyles } from "./user-settings.ts";

const maxValueLength = 4096;

/**
 * Whether a device may set one value of its user's settings. A field of the general setting that is
 * not known here is a newer version's: it is kept for it.
 */
export async function checkSetting(
  stores: Pick<ReadStores, "registers">,
  caller: Caller,
  key: string,
  value: RegisterValue,
): Promise<boolean> {
  if (JSON.stringify(value).length > maxValueLength) return false;
  if (key.startsWith("general.")) {
    const field = generalSettingSchema.shape[key.slice("general.".length) as "theme"];
    return value === null || field === undefined || field.safeParse(value).success;
  }
  if (!key.startsWith("tag.") || key.length > "tag.".length + 200) return false;
  if (value === null) return true;
  if (!tagStyleSchema.safeParse(value).success) return false;
  const settings = await stores.registers.list(caller.name, "setting");
  const styled = settings.filter(({ id, value: set }) => id.startsWith("tag.") && set !== null);
  return styled.length < maxTagStyles || styled.some(({ id }) => id === key);
}
