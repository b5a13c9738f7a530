import { z } from "zod";
import { defaultAttachmentLimits } from "../access/attachment-limits.ts";
import { defaultMemoLimits } from "../access/memo-limits.ts";
import { usualReactions } from "../model/memo.ts";

const text = (max: number) => z.string().max(max).default("");
const webAddress = z
  .string()
  .max(2048)
  .refine((url) => url === "" || /^https?:\/\/[^\s]+$/.test(url), {
    message: "must be an http or https address",
  })
  .default("");
const count = (max: number) => z.int().min(0).max(max);
const bytes = count(2 ** 40);
const days = count(36_500);

/** What the instance is called and whom it lets in. */
export const generalInstanceSchema = z.object({
  title: z.string().max(256).default("Tidemark"),
  description: text(4096),
  logoUrl: webAddress,
  locale: z.string().max(64).default("en"),
  /** Where clients reach it; "" leaves that to how the server was started. */
  instanceUrl: webAddress,
  allowSignUp: z.boolean().default(false),
  /** Only administrators sign in with a password. */
  disablePasswordLogin: z.boolean().default(false),
  /** Whether PUBLIC memos can be read without signing in. */
  publicAccess: z.boolean().default(false),
  additionalScript: text(65_536),
  /** Day that a week begins with, counted from Sunday: −1 for Saturday, 1 for Monday. */
  weekStartDayOffset: z.int().min(-1).max(1).default(0),
  /** Who may make spaces. */
  spaceCreation: z.enum(["EVERYBODY", "ADMINISTRATORS"]).default("ADMINISTRATORS"),
});

export const memoInstanceSchema = z.object({
  contentLengthLimitBytes: bytes.default(defaultMemoLimits.contentBytes),
  /** The reactions that clients offer; any other is possible. */
  reactions: z
    .array(z.string().min(1).max(64))
    .max(100)
    .default([...usualReactions]),
  /** Days in the trash before a memo goes for good; 0: it stays. */
  trashRetentionDays: days.default(30),
  /** Days that every earlier text is kept, after them the last of each day; 0: all stay. */
  revisionRetentionDays: days.default(90),
});

export const storageInstanceSchema = z.object({
  uploadSizeLimitBytes: bytes.default(defaultAttachmentLimits.uploadBytes),
  /** 0: no limit. */
  quotaBytesPerUser: bytes.default(defaultAttachmentLimits.quotaBytesPerUser),
});

/** 0 turns a limit off; null is what the server was started with. */
export const limitsInstanceSchema = z.object({
  requestsPerHour: count(1_000_000_000).nullable().default(null),
  anonymousRequestsPerHour: count(1_000_000_000).nullable().default(null),
});

export const webhooksInstanceSchema = z.object({
  /** Whether webhooks and link previews may ask the server's own network. */
  allowPrivateTargets: z.boolean().default(false),
});

export const aiInstanceSchema = z.object({
  provider: z
    .object({
      baseUrl: webAddress,
      /** Never read back. */
      apiKey: text(1024),
      model: text(256),
    })
    .prefault({}),
});

/** Every setting of an instance by its key, with what holds while nothing is set. */
export const instanceSettingSchemas = {
  GENERAL: generalInstanceSchema,
  MEMO: memoInstanceSchema,
  STORAGE: storageInstanceSchema,
  LIMITS: limitsInstanceSchema,
  WEBHOOKS: webhooksInstanceSchema,
  AI: aiInstanceSchema,
} as const;
export type InstanceSettingKey = keyof typeof instanceSettingSchemas;
export const instanceSettingKeys = Object.keys(instanceSettingSchemas) as InstanceSettingKey[];

export type InstanceSettings = {
  readonly [K in InstanceSettingKey]: Readonly<z.infer<(typeof instanceSettingSchemas)[K]>>;
};

/** Name of the setting's object in JSON: `generalSetting`. */
export function instanceSettingField(key: InstanceSettingKey): string {
  return `${key.toLowerCase()}Setting`;
}
