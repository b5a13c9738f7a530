import type { ReadStores } from "../../stores/database.ts";
import { addMergeWork, type MergedTexts, mergeReadings, textHash } from "../../text/index.ts";
import { isTextNamed, textsNamedBy } from "./memo-etag.ts";
import type { MemoRow } from "../../model/memo.ts";

type TextStores = Pick<ReadStores, "pastTexts" | "revisions">;

/** Maximum number of revisions searched for a text that is no longer among the past texts. */
const maxRevisions = 500;
/** Maximum size of the searched revisions in bytes, newest first. Each one is read and hashed. */
const maxBytes = 16_000_000;
const pageLength = 20;
/** Number of characters that count as one step of a merge. Hashing is fast. */
const lettersPerStep = 50;

/**
 * Returns an earlier text of the memo, the base of a merge, by a prefix of its SHA-256 in hex. With several
 * prefixes, returns the first text found. Returns null if no such text is stored.
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
 * Merges a text that was written based on an older state. Returns null if that state's text is the current
 * one or is unknown. The text is then written unmerged, and the replaced one becomes a revision (T11,
 * docs/sync.md §7).
 */
export async function mergeStaleText(
  stores: TextStores,
  current: Pick<MemoRow, "id" | "content">,
  content: string,
  ifMatch: string,
): Promise<MergedTexts | null> {
  const names = textsNamedBy(ifMatch);
  if (isTextNamed(current, names)) return null;
  const base = names.length === 0 ? null : await findPastText(stores, current.id, ...names);
  // The write is newer than the stored text.
  return base === null ? null : mergeReadings(base, current.content, content, "theirs");
}
