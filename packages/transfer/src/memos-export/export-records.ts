import { floorToMs, parseInstant } from "@tidemark/core";
import { z } from "zod";

// Version 1 of what memos documents as its "Memos Export Format". Readers ignore what they do not know,
// as that document says.

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

/** The archive of one person, in a version that is read here. */
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

/** A memo beside its text, which is a file of its own. */
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
  tags: z.array(z.string()).default([]),
  location: z.unknown().optional(),
  parent: z.string().nullish(),
  relations: z.array(z.object({ type: z.string(), memo: z.string() })).default([]),
  attachments: z.array(exportFileSchema).default([]),
  reactions: z.array(z.object({ reactionType: z.string(), creator: z.string() })).default([]),
});

export type ExportMemo = z.infer<typeof exportMemoSchema>;
