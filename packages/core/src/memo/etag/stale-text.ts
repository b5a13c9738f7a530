import type { ReadStores } from "../../stores/database.ts";
import { mergeTexts, textHash } from "../../text/index.ts";
import { isTextNamed, textsNamedBy } from "./memo-etag.ts";
import type { MemoRow } from "../../model/memo.ts";

type TextStores = Pick<ReadStores, "pastTexts" | "revisions">;

/** As many revisions are looked through for a text that is not among the past ones any more. */
const maxRevisions = 500;

/**
 * A text that the memo had, by the beginning of its SHA-256 in hex: what a merge starts from. null
 * when it is not kept any more.
 */
export async function findPastText(
  stores: TextStores,
  memo: string,
  sha: string,
): Promise<string | null> {
  const past = await stores.pastTexts.find(memo, sha);
  if (past !== null) return past;
  const revisions = await stores.revisions.listByMemo(memo, maxRevisions);
  return revisions.find((each) => textHash(each.content).startsWith(sha))?.content ?? null;
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
  for (const name of names) {
    const base = await findPastText(stores, current.id, name);
    if (base !== null) return mergeTexts(base, current.content, content);
  }
  return null;
}
