import { floorToMs, parseInstant } from "@tidemark/core";
import { z } from "zod";

// Schemas of version 1 of the documented "Memos Export Format". As specified there, unknown fields are
// ignored.

const time = z
  .string()
  .transform((text) => parseInstant(text))
  .pipe(z.bigint())
  .transform(floorToMs);

/** Identifies an archive as an export of memos, in any version. */
export const exportMarkSchema = z.object({
  format: z.enum(["memos-export", "memos-archive"]),
  formatVersion: z.string(),
});

/** Manifest of one user's archive, in a supported version. */
export const exportManifestSchema = exportMarkSchema.extend({
  formatVersion: z.string().regex(/^1\.\d+$/),
  scope: z.object({ kind: z.literal("USER"), user: z.object({ username: z.string() }) }),
  counts: z.object({ memos: z.int().min(0).default(0) }).prefault({}),
});

export type ExportManifest = z.infer<typeof exportManifestSchema>;

const exportFileSchema = z.object({
  uid: z.string(),
  filename: z.string(),
  type: z.string(),
  size: z.number().default(0),
  path: z.string().default(""),
  externalLink: z.string().default(""),
});

export type ExportFile = z.infer<typeof exportFileSchema>;

/** Parts of a memo without which it can be imported. */
export const exportSideFields = {
  tags: z.array(z.string()).default([]),
  location: z.unknown().optional(),
  parent: z.string().nullish(),
  relations: z.array(z.object({ type: z.string(), memo: z.string() })).default([]),
  attachments: z.array(exportFileSchema).default([]),
  reactions: z.array(z.object({ reactionType: z.string(), creator: z.string() })).default([]),
};

/** Memo without its text, which is in a separate file. */
export const exportMemoSchema = z.object({
  uid: z.string().min(1),
  creator: z.string(),
  createTime: time,
  updateTime: time,
  // The format defines how unknown values are read.
  state: z.string().default("NORMAL"),
  visibility: z.string().default("PRIVATE"),
  pinned: z.boolean().default(false),
  contentPath: z.string(),
  ...exportSideFields,
});

export type ExportMemo = z.infer<typeof exportMemoSchema>;
