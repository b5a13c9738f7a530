import { bareLetters } from "@tidemark/core/same-letters";
import { readTagName } from "@tidemark/core/tag-name";

/** Suggested tag, with the number of memos that have it. `isNew` if none has. */
export interface TagOffer {
  readonly tag: string;
  readonly count: number;
  readonly isNew: boolean;
}

const maxOffered = 50;

/**
 * Returns the suggestions for the input. The input itself is first if it is a valid tag, because Enter adds
 * it. Tags that start with it follow, then tags that contain it, each most used first. With a `/`, only
 * subtags of the part before it. Tags of the memo are left out.
 */
export function offerTags(
  typed: string,
  known: readonly { readonly tag: string; readonly count: number }[],
  ofMemo: readonly string[],
): readonly TagOffer[] {
  const words = typed.trim().replace(/^#+/u, "");
  const wanted = bareLetters(words);
  const name = readTagName(typed);
  const free = known.filter(({ tag }) => !ofMemo.includes(tag));
  const rank = (tag: string): number => {
    if (tag === words.normalize()) return 0;
    const lower = bareLetters(tag);
    if (lower.startsWith(wanted)) return 1;
    return lower.includes(wanted) && !wanted.includes("/") ? 2 : 3;
  };
  const found = free
    .map(({ tag, count }) => ({ tag, count, isNew: false, rank: rank(tag) }))
    .filter((each) => each.rank < 3)
    .sort((a, b) => a.rank - b.rank || b.count - a.count)
    .slice(0, maxOffered)
    .map(({ rank: _rank, ...offer }) => offer);
  const isNew = name.ok && !known.some(({ tag }) => tag === name.tag) && !ofMemo.includes(name.tag);
  return isNew ? [{ tag: name.tag, count: 0, isNew }, ...found] : found;
}
