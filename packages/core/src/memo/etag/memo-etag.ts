import { textHash } from "../../text/index.ts";
import type { MemoRecord, MemoRow } from "../../model/memo.ts";

/** Hex digits of an ETag that name the fields, and those that name the text. */
const fieldDigits = 12;
export const textDigits = 20;

/** Hashing costs more than all else in an answer, and a record that was read again is the same. */
const etags = new WeakMap<MemoRecord, string>();

/** Names the state of a memo that a client has seen; changes with every change of the memo. */
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

/** The beginning of the hash of the text that an ETag of a memo names. */
export function textNamedBy(etag: string): string {
  return etag.slice(1 + fieldDigits, -1);
}

/** No client that merges knows as many states of one memo. */
const maxNames = 20;

/** The beginnings of the hashes of texts that an `If-Match` names first; [] for `*` and foreign tags. */
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
