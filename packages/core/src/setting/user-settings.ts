import type { WriteContext } from "../commit/write-context.ts";
import { z } from "zod";
import { changeRegister, type RegisterDeps } from "../commit/commit-register.ts";
import { maxListedBytes, type RegisterReader } from "../stores/register-store.ts";
import type { UserReference } from "../names/names.ts";

const shortText = z.string().max(64);

export const generalSettingSchema = z.object({
  locale: shortText.default(""),
  /** Default visibility that the app offers for a new memo; `""` means PRIVATE. The API ignores it. */
  memoVisibility: z.enum(["", "PRIVATE", "PROTECTED", "PUBLIC"]).default(""),
  theme: shortText.default(""),
  /** True if camera metadata in files, above all locations, is stored. */
  saveMediaMetadata: z.boolean().default(false),
});
/** Fields to change; absent ones stay. */
export const generalSettingFields = z
  .object({
    locale: shortText,
    memoVisibility: z.enum(["", "PRIVATE", "PROTECTED", "PUBLIC"]),
    theme: shortText,
    saveMediaMetadata: z.boolean(),
  })
  .partial();
export type GeneralSetting = z.infer<typeof generalSettingSchema>;

const share = z.number().min(0).max(1);
const colorSchema = z.object({
  red: share.default(0),
  green: share.default(0),
  blue: share.default(0),
  alpha: share.optional(),
});

export const tagStyleSchema = z.object({
  backgroundColor: colorSchema.optional(),
  blurContent: z.boolean().default(false),
});
export type TagStyle = z.infer<typeof tagStyleSchema>;

export const maxTagStyles = 1000;

/** Styles of tags by literal tag name; names are never treated as patterns. */
export const tagsSettingSchema = z.object({
  tags: z
    .record(z.string().min(1).max(200), tagStyleSchema)
    .refine((tags) => Object.keys(tags).length <= maxTagStyles, {
      message: `are more than ${maxTagStyles}`,
    })
    .default({}),
});
export type TagsSetting = z.infer<typeof tagsSettingSchema>;

export const userSettingKeys = ["GENERAL", "WEBHOOKS", "TAGS"] as const;
export type UserSettingKey = (typeof userSettingKeys)[number];

export const generalPrefix = "general.";
export const tagPrefix = "tag.";

/**
 * Reads the general setting, whose fields are separate registers. Values of newer versions count as unset.
 */
export async function readGeneralSetting(
  registers: RegisterReader,
  user: UserReference,
): Promise<GeneralSetting> {
  const fields: Record<string, unknown> = {};
  const names = Object.keys(generalSettingSchema.shape) as (keyof GeneralSetting)[];
  const ids = names.map((name) => generalPrefix + name);
  for (const { id, value } of await registers.findMany(user, "setting", ids)) {
    const name = id.slice(generalPrefix.length) as keyof GeneralSetting;
    const read = generalSettingSchema.shape[name].safeParse(value ?? undefined);
    if (read.success) fields[name] = read.data;
  }
  return generalSettingSchema.parse(fields);
}

/** Reads the tag styles, which are separate registers. */
export async function readTagsSetting(
  registers: RegisterReader,
  user: UserReference,
): Promise<TagsSetting> {
  const styles = (await registers.list(user, "setting", maxListedBytes)).flatMap(
    ({ id, value }) => {
      const read = id.startsWith(tagPrefix) ? tagStyleSchema.safeParse(value) : null;
      return read?.success === true ? [[id.slice(tagPrefix.length), read.data] as const] : [];
    },
  );
  return { tags: Object.fromEntries(styles) };
}

/** Writes the changed fields. Each one merges separately with changes from other devices. */
export async function writeGeneralSetting(
  context: WriteContext<RegisterDeps>,
  { before, after }: { readonly before: GeneralSetting; readonly after: GeneralSetting },
): Promise<void> {
  for (const name of Object.keys(after) as (keyof GeneralSetting)[]) {
    if (after[name] === before[name]) continue;
    const entity = generalPrefix + name;
    await changeRegister(context, { kind: "setting.set", entity, value: after[name] });
  }
}

export async function writeTagsSetting(
  context: WriteContext<RegisterDeps>,
  { before, after }: { readonly before: TagsSetting; readonly after: TagsSetting },
): Promise<void> {
  const names = new Set([...Object.keys(before.tags), ...Object.keys(after.tags)]);
  for (const name of names) {
    const style = Object.hasOwn(after.tags, name) ? (after.tags[name] ?? null) : null;
    const known = Object.hasOwn(before.tags, name) ? (before.tags[name] ?? null) : null;
    if (JSON.stringify(style) === JSON.stringify(known)) continue;
    const value = style === null ? null : plainStyle(style);
    await changeRegister(context, {
      kind: "setting.set",
      entity: tagPrefix + name,
      value,
    });
  }
}

function plainStyle({ backgroundColor: color, blurContent }: TagStyle):
  | Record<string, never>
  | {
      blurContent: boolean;
    } {
  if (color === undefined) return { blurContent };
  const { alpha, ...rest } = color;
  const backgroundColor = alpha === undefined ? rest : { ...rest, alpha };
  return { backgroundColor, blurContent } as { blurContent: boolean };
}
