import { textHash } from "../text/index.ts";
import type { MemoRecord, MemoRow } from "./model.ts";

/** Hex digits of an ETag that name the fields, and those that name the text. */
const fieldDigits = 12;
const textDigits = 20;

/** Names the state of a memo that a client has seen; changes with every change of the memo. */
export function memoEtag(memo: MemoRecord): string {
  const stamps = Object.entries(memo.stamps)
    .map(([field, stamp]) => `${field}=${stamp}`)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .join();
  return `"${textHash(stamps).slice(0, fieldDigits)}${textHash(memo.content).slice(0, textDigits)}"`;
}

/** The beginnings of the hashes of texts that an `If-Match` names; [] for `*` and foreign tags. */
export function textsNamedBy(ifMatch: string): string[] {
  return [...ifMatch.matchAll(/"[0-9a-f]{12}([0-9a-f]{20})"/g)].map((match) => match[1] ?? "");
}

export function isTextNamed(memo: Pick<MemoRow, "content">, names: readonly string[]): boolean {
  const hash = textHash(memo.content);
  return names.some((name) => hash.startsWith(name));
}
