import { z } from "zod";
import { memoFieldNames, memoFields } from "../../merge/memo-fields.ts";
import type { MemoFieldName, MemoFields, MemoRecord } from "../../model/memo.ts";
import { textHash } from "../../text/text-hash.ts";

/** In another form a digest is another. */
const form = 1;
/** As much of a hash as is compared: nobody makes two memos alike on purpose, in their own account. */
const hexLength = 32;

type Digested = Omit<
  MemoRecord,
  "number" | "seq" | "gen" | "extra" | "tags" | "property" | "snippet"
>;

/**
 * What a memo says, as a hash that every replica computes alike: its fields, the stamps that they were
 * written with, and its text. Not where it stands in a replica, nor what is derived.
 */
export function memoDigest(memo: Digested): string {
  const said: unknown[] = [form, memo.id];
  for (const name of memoFieldNames) said[memoFields[name].digestAt] = digestForm(memo[name]);
  said[8] = memo.parent;
  said[11] = Object.entries(memo.stamps).toSorted(([a], [b]) => (a < b ? -1 : 1));
  said[12] = textHash(memo.content);
  return textHash(JSON.stringify(said)).slice(0, hexLength);
}

function digestForm(value: MemoFields[MemoFieldName]): unknown {
  if (typeof value !== "object" || value === null) return value;
  return [value.placeholder, value.latitude, value.longitude];
}

/** The digest of one memo, by its id. */
export interface MemoDigest {
  readonly id: string;
  readonly digest: string;
}

/** One digest of many, in the order of their ids. */
export function digestOf(memos: readonly MemoDigest[]): string {
  return textHash(memos.map(({ id, digest }) => `${id} ${digest}\n`).join(""));
}

const id = z.string().max(64);

/** Which of the caller's own memos: in the order of their ids, behind one, up to another or as far as it goes. */
export const digestRequestSchema = z.object({
  /** "": from the first. */
  after: id,
  upTo: id.nullable(),
  /** Whether the digest of each is wanted. */
  isListed: z.boolean(),
});
export type DigestRequest = z.infer<typeof digestRequestSchema>;

export const digestAnswerSchema = z.object({
  /** The last one that it is about; null: there is none behind it. */
  upTo: id.nullable(),
  count: z.int().min(0),
  digest: z.string().max(64),
  memos: z
    .array(z.object({ id, digest: z.string().max(64) }))
    .max(5000)
    .optional(),
});
export type DigestAnswer = z.infer<typeof digestAnswerSchema>;
