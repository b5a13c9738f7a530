import type { WriteContext } from "../commit/write-context.ts";
import { z } from "zod";
import { changeRegister, type RegisterDeps } from "../commit/commit-register.ts";
import { maxListedBytes, type RegisterReader } from "../stores/register-store.ts";
import type { UserReference } from "../names/names.ts";

const shortText = z.string().max(64);

/** How a user likes things in general. */
export const generalSettingSchema = z.object({
  locale: shortText.default(""),
  /** What the app offers for a new memo; "" counts as PRIVATE. The API publishes nothing by it. */
  memoVisibility: z.enum(["", "PRIVATE", "PROTECTED", "PUBLIC"]).default(""),
  theme: shortText.default(""),
  /** Whether what cameras write into files, places above all, is kept. */
  saveMediaMetadata: z.boolean().default(false),
});
/** Some of it; what is absent stays as it is. */
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

/** How tags look, by literal tag name: a name is never run as a pattern. */
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

/** Each field is a value of its own; what a newer version put there reads as unset. */
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

/** Each tag is a value of its own. */
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

/** Writes the fields that differ; each is merged by itself with what other devices set. */
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

/** Writes the tags that differ. */
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
