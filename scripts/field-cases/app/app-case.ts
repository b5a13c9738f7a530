import { z } from "zod";

const common = { id: z.string(), title: z.string(), class: z.string().default("") };
const words = z.array(z.string());

const memoOptionSchema = z.object({
  has: words.default([]),
  lacks: words.default([]),
  /** Day of creation, YYYY-MM-DD in the time zone of the case. */
  createdDay: z.string().optional(),
  /** Beginning of the time of creation in ISO 8601. */
  created: z.string().optional(),
  tags: words.optional(),
  /** Names of attachments. */
  files: words.optional(),
  fileCount: z.int().optional(),
});
const memoSchema = memoOptionSchema.extend({
  /** Part of the text by which the memo is found. */
  find: z.string(),
  anyOf: z.array(memoOptionSchema).default([]),
});
const importOptionSchema = z.object({
  memos: z.array(memoSchema).optional(),
  problems: z.int().optional(),
  words: z.string().optional(),
});
export type ExpectedMemo = z.infer<typeof memoSchema>;
export type MemoOption = z.infer<typeof memoOptionSchema>;
export type ImportOption = z.infer<typeof importOptionSchema>;

/** Cases of the desktop app, by kind. */
export const appCaseSchema = z.discriminatedUnion("kind", [
  z.object({
    ...common,
    kind: z.literal("import"),
    files: z
      .record(z.string(), z.union([z.string(), z.object({ base64: z.base64() })]))
      .default({}),
    zipBase64: z.base64().optional(),
    env: z.record(z.string(), z.string()).default({}),
    expect: importOptionSchema.extend({ anyOf: z.array(importOptionSchema).optional() }),
  }),
  z.object({ ...common, kind: z.literal("export"), steps: words, contents: words }),
  z.object({
    ...common,
    kind: z.enum(["search", "palette", "library"]),
    content: z.string().default(""),
    filename: z.string().default(""),
    query: z.string(),
    expect: z.object({ found: z.boolean() }),
  }),
  z.object({
    ...common,
    kind: z.literal("search-days"),
    timezone: z.string(),
    memos: z.array(z.object({ content: z.string(), createTime: z.string() })),
    query: z.string(),
    expect: z.object({ found: words }),
  }),
  z.object({
    ...common,
    kind: z.literal("tags"),
    contents: words,
    expect: z.object({ tags: z.record(z.string(), z.int()) }),
  }),
  z.object({
    ...common,
    kind: z.literal("paste"),
    html: z.string(),
    plain: z.string(),
    expect: z.object({
      has: words.default([]),
      lacks: words.default([]),
      oneOf: words.optional(),
      matches: z.string().optional(),
      words: z.string().optional(),
    }),
  }),
  z.object({
    ...common,
    kind: z.literal("render"),
    markdown: z.string(),
    expect: z.object({ has: words.default([]), lacks: words.default([]) }),
  }),
  z.object({
    ...common,
    kind: z.literal("merge"),
    base: z.string(),
    a: z.string(),
    b: z.string(),
    expect: z.object({
      text: z.string().optional(),
      has: words.default([]),
      revisionsInclude: words.default([]),
      revisionsLack: words.default([]),
      wordsOf: words.optional(),
    }),
  }),
  z.object({
    ...common,
    kind: z.literal("keys"),
    press: z.object({
      key: z.string(),
      code: z.string(),
      keyCode: z.int(),
      ctrl: z.boolean().default(false),
      alt: z.boolean().default(false),
      shift: z.boolean().default(false),
      altGraph: z.boolean().default(false),
    }),
    place: z.string(),
    expect: z.object({ words: z.string() }),
  }),
  z.object({ ...common, kind: z.literal("hands"), steps: words }),
]);

export type AppCase = z.infer<typeof appCaseSchema>;
export type AppCaseOf<Kind extends AppCase["kind"]> = Extract<AppCase, { kind: Kind }>;

export const appKinds: ReadonlySet<string> = new Set([
  ...["import", "export", "search", "palette", "library", "search-days", "tags"],
  ...["paste", "render", "merge", "keys", "hands"],
]);
