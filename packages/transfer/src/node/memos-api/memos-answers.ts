import { parseInstant } from "@tidemark/core";
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

const time = z.string().refine((text) => parseInstant(text) !== null);

/** Parts of a memo without which it can be imported. */
export const sideFields = {
  tags: z.array(z.string()).default([]),
  resources: z.array(fileSchema).optional(),
  attachments: z.array(fileSchema).optional(),
  relations: z
    .array(z.object({ memo: endSchema, relatedMemo: endSchema, type: z.string() }))
    .default([]),
  reactions: z.array(z.object({ creator: z.string(), reactionType: z.string() })).default([]),
  parent: z.string().nullish(),
  location: z.unknown().optional(),
};

export const memoAnswerSchema = z.object({
  name,
  uid: z.string().optional(),
  state: z.string().optional(),
  rowStatus: z.string().optional(),
  creator: z.string(),
  createTime: time,
  updateTime: time,
  content: z.string().default(""),
  visibility: z.string().default("PRIVATE"),
  pinned: z.boolean().default(false),
  ...sideFields,
});

export type MemoAnswer = z.infer<typeof memoAnswerSchema>;

/** Page of memos, each of which is parsed separately. An empty object is an empty page. */
export const memosPageSchema = z
  .looseObject({ memos: z.array(z.unknown()).default([]), nextPageToken: z.string().default("") })
  .refine((page) => isPageOf(page, ["memos"]));

/** Returns false for an object of something else, such as an error, although its status is 200. */
function isPageOf(page: Readonly<Record<string, unknown>>, lists: readonly string[]): boolean {
  const isEmpty = lists.every((list) => !Array.isArray(page[list]) || page[list].length === 0);
  return !isEmpty || !("code" in page || "error" in page || "message" in page);
}

const userSchema = z.object({ name, username: z.string().default("") });

/** Since 0.26. */
export const meSchema = z.object({ user: userSchema });
/** Only 0.25. */
export const sessionSchema = z.object({ user: userSchema });
/** Before 0.25. */
export const statusSchema = userSchema;

export const filesPageSchema = z
  .looseObject({
    resources: z.array(fileSchema).optional(),
    attachments: z.array(fileSchema).optional(),
    nextPageToken: z.string().default(""),
  })
  .refine((page) => isPageOf(page, ["resources", "attachments"]));
