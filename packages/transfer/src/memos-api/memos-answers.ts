import { z } from "zod";

// Schemas of responses of memos servers, in both published forms: 0.22 to 0.25 call files `resources`, later
// versions `attachments`. Users are named by number or by name.

const name = z.string();

const fileSchema = z.object({
  name,
  uid: z.string().optional(),
  filename: z.string().default(""),
  externalLink: z.string().default(""),
  type: z.string().default(""),
  size: z.union([z.string(), z.number()]).default(0),
  memo: z.string().nullish(),
});

export type FileAnswer = z.infer<typeof fileSchema>;

const endSchema = z.union([
  z.string(),
  z.object({ name, uid: z.string().optional() }).transform((end) => end.name),
]);

export const memoAnswerSchema = z.object({
  name,
  uid: z.string().optional(),
  state: z.string().optional(),
  rowStatus: z.string().optional(),
  creator: z.string(),
  createTime: z.string(),
  updateTime: z.string(),
  content: z.string().default(""),
  visibility: z.string().default("PRIVATE"),
  tags: z.array(z.string()).default([]),
  pinned: z.boolean().default(false),
  resources: z.array(fileSchema).optional(),
  attachments: z.array(fileSchema).optional(),
  relations: z
    .array(z.object({ memo: endSchema, relatedMemo: endSchema, type: z.string() }))
    .default([]),
  reactions: z.array(z.object({ creator: z.string(), reactionType: z.string() })).default([]),
  parent: z.string().nullish(),
  location: z.unknown().optional(),
});

export type MemoAnswer = z.infer<typeof memoAnswerSchema>;

export const memosPageSchema = z.object({
  memos: z.array(memoAnswerSchema).default([]),
  nextPageToken: z.string().default(""),
});

const userSchema = z.object({ name, username: z.string().default("") });

/** Since 0.26. */
export const meSchema = z.object({ user: userSchema });
/** Only 0.25. */
export const sessionSchema = z.object({ user: userSchema });
/** Before 0.25. */
export const statusSchema = userSchema;

export const filesPageSchema = z.object({
  resources: z.array(fileSchema).optional(),
  attachments: z.array(fileSchema).optional(),
  nextPageToken: z.string().default(""),
});
