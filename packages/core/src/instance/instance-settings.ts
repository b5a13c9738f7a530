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
/** Origin of a site, as browsers write it. */
const siteOrigin = z
  .string()
  .max(255)
  .regex(/^https?:\/\/(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])(?::[1-9]\d{0,4})?$/, {
    message: "must be an origin such as https://example.com",
  });
const count = (max: number) => z.int().min(0).max(max);
const bytes = count(2 ** 40);
const days = count(36_500);

/** Title of an instance that nobody named. */
export const defaultTitle = "Tidemark";

/** Name and access of the instance. */
export const generalInstanceSchema = z.object({
  title: z.string().max(256).default(defaultTitle),
  description: text(4096),
  logoUrl: webAddress,
  locale: z.string().max(64).default("en"),
  /** Address for clients; `""` uses the one the server was started with. */
  instanceUrl: webAddress,
  allowSignUp: z.boolean().default(false),
  /** True if only administrators may sign in with a password. */
  disablePasswordLogin: z.boolean().default(false),
  /** True if PUBLIC memos can be read without signing in. */
  publicAccess: z.boolean().default(false),
  /** True if search engines may list the pages of PUBLIC memos. */
  allowIndexing: z.boolean().default(false),
  /** Origins of sites that may embed PUBLIC memos and shares in their pages. */
  embedOrigins: z.array(siteOrigin).max(50).default([]),
  additionalScript: text(65_536),
  /** First day of the week, counted from Sunday: −1 for Saturday, 1 for Monday. */
  weekStartDayOffset: z.int().min(-1).max(1).default(0),
  /** Users who may create spaces. */
  spaceCreation: z.enum(["EVERYBODY", "ADMINISTRATORS"]).default("ADMINISTRATORS"),
});

export const memoInstanceSchema = z.object({
  contentLengthLimitBytes: bytes.default(defaultMemoLimits.contentBytes),
  /** Reactions that clients offer; others are allowed too. */
  reactions: z
    .array(z.string().min(1).max(64))
    .max(100)
    .default([...usualReactions]),
  /** Days after which memos in the trash are deleted; 0 for never. */
  trashRetentionDays: days.default(30),
  /** Days for which all revisions are stored; after that, the last of each day. 0 for always. */
  revisionRetentionDays: days.default(90),
});

export const storageInstanceSchema = z.object({
  uploadSizeLimitBytes: bytes.default(defaultAttachmentLimits.uploadBytes),
  /** Quota in bytes; 0 for no limit. */
  quotaBytesPerUser: bytes.default(defaultAttachmentLimits.quotaBytesPerUser),
});

/** 0 disables a limit; null uses the value that the server was started with. */
export const limitsInstanceSchema = z.object({
  requestsPerHour: count(1_000_000_000).nullable().default(null),
  anonymousRequestsPerHour: count(1_000_000_000).nullable().default(null),
});

export const webhooksInstanceSchema = z.object({
  /** True if webhooks and link previews may access the server's own network. */
  allowPrivateTargets: z.boolean().default(false),
});

export const aiInstanceSchema = z.object({
  provider: z
    .object({
      baseUrl: webAddress,
      /** Never returned by the API. */
      apiKey: text(1024),
      model: text(256),
    })
    .prefault({}),
});

/** Schema of each instance setting by its key, with the defaults. */
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

/** Returns the name of the setting's object in JSON: `generalSetting`. */
export function instanceSettingField(key: InstanceSettingKey): string {
  return `${key.toLowerCase()}Setting`;
}
