import { z } from "zod";
import { memoFieldNames, memoFields } from "../../merge/memo-fields.ts";
import type { MemoFieldName, MemoFields, MemoRecord } from "../../model/memo.ts";
import { textHash } from "../../text/text-hash.ts";

/** Version of the digest's input; changing it changes all digests. */
const form = 1;
/** Number of hex digits compared. Enough, because users don't forge collisions in their own account. */
const hexLength = 32;

type Digested = Omit<
  MemoRecord,
  "number" | "seq" | "gen" | "extra" | "tags" | "property" | "snippet"
>;

/**
 * Returns a hash of a memo that every replica computes alike: its fields, their stamps, and its text.
 * Excludes the replica's own values (`seq`, `number`) and derived ones.
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

/** Digest of one memo, with its id. */
export interface MemoDigest {
  readonly id: string;
  readonly digest: string;
}

/** Returns one digest of many memos, in the order of their ids. */
export function digestOf(memos: readonly MemoDigest[]): string {
  return textHash(memos.map(({ id, digest }) => `${id} ${digest}\n`).join(""));
}

const id = z.string().max(64);

/** Range of the caller's own memos by id: after one id, up to another or to the end. */
export const digestRequestSchema = z.object({
  /** Empty to start at the first. */
  after: id,
  upTo: id.nullable(),
  /** True to return the digest of each memo. */
  isListed: z.boolean(),
});
export type DigestRequest = z.infer<typeof digestRequestSchema>;

export const digestAnswerSchema = z.object({
  /** Last id in the range; `null` if no memos follow. */
  upTo: id.nullable(),
  count: z.int().min(0),
  digest: z.string().max(64),
  memos: z
    .array(z.object({ id, digest: z.string().max(64) }))
    .max(5000)
    .optional(),
});
export type DigestAnswer = z.infer<typeof digestAnswerSchema>;
