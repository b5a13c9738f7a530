import { floorToMs, parseInstant } from "@tidemark/core";
import { memoStates, visibilities } from "@tidemark/core/model";
import { parse } from "yaml";
import { z } from "zod";

/** Name of the file that marks an export of Tidemark and contains its format version. */
export const manifestName = "tidemark.json";

export const manifestSchema = z.object({
  format: z.literal("tidemark-export"),
  version: z.literal(1),
  /** Number of memos. */
  memos: z.number().default(0).catch(0),
});

export type ManifestHead = Omit<z.infer<typeof manifestSchema>, "memos">;

const time = z
  .string()
  .transform((text) => parseInstant(text))
  .pipe(z.bigint())
  .transform(floorToMs);

/** Front matter of an exported memo, in order. */
export const memoHeadSchema = z.object({
  id: z.string(),
  created: time,
  updated: time,
  visibility: z.enum(visibilities),
  state: z.enum(memoStates).default("NORMAL"),
  pinned: z.boolean().default(false),
  location: z
    .object({ placeholder: z.string(), latitude: z.number(), longitude: z.number() })
    .nullable()
    .default(null),
  parent: z.string().nullable().default(null),
  references: z.array(z.string()).default([]),
  reactions: z.array(z.string()).default([]),
  files: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        type: z.string(),
        /** Path from the top of the export; "" if the content was missing. */
        path: z.string().default(""),
        link: z.string().default(""),
      }),
    )
    .default([]),
});

/** Front matter fields of an exported memo. */
export type MemoHeadFields = z.infer<typeof memoHeadSchema>;

/** Returns a memo as a file. Values are JSON, which is valid YAML; default values are omitted. */
export function writeMemoFile(head: MemoHeadFields, content: string): string {
  const { id, visibility } = head;
  const usual = memoHeadSchema.safeParse({ id, created: iso(0), updated: iso(0), visibility });
  const lines = Object.entries(headFieldsToJson(head)).flatMap(([name, value]) => {
    const written = JSON.stringify(value);
    const left = usual.success ? JSON.stringify(Reflect.get(usual.data, name)) : "";
    const isLeftOut = written === left && name !== "id" && name !== "visibility";
    return isLeftOut ? [] : [`${name}: ${written}`];
  });
  return `---\n${lines.join("\n")}\n---\n${content}`;
}

/** Returns the fields as a JSON object in the order of the schema, including defaults. */
export function headFieldsToJson(head: MemoHeadFields): object {
  const named = { ...head, created: iso(head.created), updated: iso(head.updated) };
  const names = Object.keys(memoHeadSchema.shape) as (keyof MemoHeadFields)[];
  return Object.fromEntries(names.map((name) => [name, named[name]]));
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

/** Maximum length to parse as YAML, which is slow for blocks of many errors. */
const maxYaml = 32 * 1024;

/** Parses front matter: short blocks as YAML, longer ones line by line as JSON, as Tidemark writes them. */
function parseHead(written: string): unknown {
  if (written.length <= maxYaml) {
    return parse(written, { maxAliasCount: 0, uniqueKeys: false, prettyErrors: false });
  }
  return Object.fromEntries(
    written.split("\n").map((line) => {
      const [name = ""] = line.split(": ", 1);
      return [name, JSON.parse(line.slice(name.length + 2)) as unknown];
    }),
  );
}

/** Line ends that another program may have written for LF: CRLF, CR, or CRLF converted twice. */
const frontMatter =
  /^---[ \t]*(?<end>\r{0,3}\n|\r)(?<inner>[\s\S]*?)(?:\r{0,3}\n|\r)---[ \t]*(?:\r{0,3}\n|\r|$)/;

/**
 * Parses an exported file, or returns the reason why it isn't one. If its line ends were converted, the text
 * gets LF again.
 */
export function readMemoFile(
  text: string,
): { readonly head: MemoHeadFields; readonly content: string } | string {
  const match = frontMatter.exec(text);
  if (match === null) return "it has no front matter";
  const { end = "", inner = "" } = match.groups ?? {};
  const asWritten = (part: string): string => (end === "\n" ? part : part.replaceAll(end, "\n"));
  try {
    const value = parseHead(asWritten(inner));
    const fields = memoHeadSchema.safeParse(value);
    if (fields.success) {
      return { head: fields.data, content: asWritten(text.slice(match[0].length)) };
    }
    const [issue] = fields.error.issues;
    return `its front matter doesn't look exported: ${issue?.path.join(".") ?? ""}`;
  } catch (error) {
    return `its front matter cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}
