import { z } from "zod";
import type { Visibility } from "../memo/model.ts";
import type { UserSettingReader } from "./setting-store.ts";

const shortText = z.string().max(64);

/** How a user likes things in general. */
export const generalSettingSchema = z.object({
  locale: shortText.default(""),
  /** What a memo is that says nothing of it; "" counts as PRIVATE. */
  memoVisibility: z.enum(["", "PRIVATE", "PROTECTED", "PUBLIC"]).default(""),
  theme: shortText.default(""),
  /** Whether what cameras write into files, places above all, is kept. */
  saveMediaMetadata: z.boolean().default(false),
});
export type GeneralSetting = z.infer<typeof generalSettingSchema>;

const share = z.number().min(0).max(1);
const colorSchema = z.object({
  red: share.default(0),
  green: share.default(0),
  blue: share.default(0),
  alpha: share.optional(),
});

const tagStyleSchema = z.object({
  backgroundColor: colorSchema.optional(),
  blurContent: z.boolean().default(false),
});
export type TagStyle = z.infer<typeof tagStyleSchema>;

/** How tags look, by literal tag name: a name is never run as a pattern. */
export const tagsSettingSchema = z.object({
  tags: z
    .record(z.string().min(1).max(200), tagStyleSchema)
    .refine((tags) => Object.keys(tags).length <= 1000, { message: "are more than 1000" })
    .default({}),
});
export type TagsSetting = z.infer<typeof tagsSettingSchema>;

export const userSettingKeys = ["GENERAL", "WEBHOOKS", "TAGS"] as const;
export type UserSettingKey = (typeof userSettingKeys)[number];

export async function readGeneralSetting(
  settings: UserSettingReader,
  user: string,
): Promise<GeneralSetting> {
  return generalSettingSchema.parse(JSON.parse((await settings.get(user, "GENERAL")) ?? "{}"));
}

export async function readTagsSetting(
  settings: UserSettingReader,
  user: string,
): Promise<TagsSetting> {
  return tagsSettingSchema.parse(JSON.parse((await settings.get(user, "TAGS")) ?? "{}"));
}

/** The visibility of a memo whose writer said nothing of it. */
export async function defaultVisibility(
  settings: UserSettingReader,
  user: string,
): Promise<Visibility> {
  return (await readGeneralSetting(settings, user)).memoVisibility || "PRIVATE";
}
