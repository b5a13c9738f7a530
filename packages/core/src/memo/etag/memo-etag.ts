import { textHash } from "../../text/index.ts";
import type { MemoRecord, MemoRow } from "../../model/memo.ts";

/** Number of hex digits in an ETag for the fields, and for the text. */
const fieldDigits = 12;
export const textDigits = 20;

/** Cached because hashing is the most expensive part of a response, and unchanged records are reused. */
const etags = new WeakMap<MemoRecord, string>();

/** Returns the ETag of a memo. It changes with every change of the memo. */
export function memoEtag(memo: MemoRecord): string {
  const known = etags.get(memo);
  if (known !== undefined) return known;
  const etag = makeEtag(memo);
  etags.set(memo, etag);
  return etag;
}

function makeEtag(memo: MemoRecord): string {
  const stamps = Object.entries(memo.stamps)
    .map(([field, stamp]) => `${field}=${stamp}`)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .join();
  return `"${textHash(stamps).slice(0, fieldDigits)}${textHash(memo.content).slice(0, textDigits)}"`;
}

/** Returns the prefix of the text's hash from an ETag of a memo. */
export function textNamedBy(etag: string): string {
  return etag.slice(1 + fieldDigits, -1);
}

/** Maximum number of ETags read. No client that merges knows more states of one memo. */
const maxNames = 20;

/**
 * Returns prefixes of the hashes of the first texts that an `If-Match` names; [] for `*` and foreign tags.
 */
export function textsNamedBy(ifMatch: string): string[] {
  return ifMatch
    .matchAll(/"[0-9a-f]{12}([0-9a-f]{20})"/g)
    .take(maxNames)
    .map((match) => match[1] ?? "")
    .toArray();
}

export function isTextNamed(memo: Pick<MemoRow, "content">, names: readonly string[]): boolean {
  const hash = textHash(memo.content);
  return names.some((name) => hash.startsWith(name));
}
