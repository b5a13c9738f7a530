import type { ReadStores } from "../../stores/database.ts";
import { addMergeWork, mergeTexts, textHash } from "../../text/index.ts";
import { isTextNamed, textsNamedBy } from "./memo-etag.ts";
import type { MemoRow } from "../../model/memo.ts";

type TextStores = Pick<ReadStores, "pastTexts" | "revisions">;

/** As many revisions are looked through for a text that is not among the past ones any more. */
const maxRevisions = 500;
/** And as many bytes of them, the newest first: each of them is read and hashed. */
const maxBytes = 16_000_000;
const pageLength = 20;
/** Hashing is fast: so many letters are one step of a merge. */
const lettersPerStep = 50;

/**
 * A text that the memo had, by the beginning of its SHA-256 in hex, or the first such of several that
 * is found: what a merge starts from. null when none is kept any more.
 */
export async function findPastText(
  stores: TextStores,
  memo: string,
  ...names: readonly string[]
): Promise<string | null> {
  for (const name of names) {
    const past = await stores.pastTexts.find(memo, name);
    if (past !== null) return past;
  }
  let room = maxBytes;
  const places = (await stores.revisions.places(memo, maxRevisions)).filter(({ bytes }) => {
    room -= bytes;
    return room >= 0;
  });
  for (let at = 0; at < places.length; at += pageLength) {
    const ids = places.slice(at, at + pageLength).map(({ id }) => id);
    for (const { content } of await stores.revisions.findMany(ids)) {
      addMergeWork(Math.ceil(content.length / lettersPerStep));
      const hash = textHash(content);
      if (names.some((name) => hash.startsWith(name))) return content;
    }
  }
  return null;
}

/**
 * The text that a write made in view of an older state comes to, or null when that state's text is
 * the one that is there, or is not known any more: then the write stands as it is, and what it
 * replaces becomes a revision (T11, docs/sync.md §7).
 */
export async function mergeStaleText(
  stores: TextStores,
  current: Pick<MemoRow, "id" | "content">,
  content: string,
  ifMatch: string,
): Promise<string | null> {
  const names = textsNamedBy(ifMatch);
  if (isTextNamed(current, names)) return null;
  const base = names.length === 0 ? null : await findPastText(stores, current.id, ...names);
  return base === null ? null : mergeTexts(base, current.content, content);
}
