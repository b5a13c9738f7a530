import { readTagName } from "@tidemark/core/tag-name";

/** A tag that can be chosen, with how many memos have it; one that none has yet is new. */
export interface TagOffer {
  readonly tag: string;
  readonly count: number;
  readonly isNew: boolean;
}

const maxOffered = 50;

/**
 * What is offered for what was typed: that itself first, where it is a tag, so that what Enter adds
 * is what one reads; then those that begin with it, then those that have it, the most used first.
 * With a `/` in it they are those under it alone. What the memo has is not offered.
 */
export function offerTags(
  typed: string,
  known: readonly { readonly tag: string; readonly count: number }[],
  ofMemo: readonly string[],
): readonly TagOffer[] {
  const words = typed.trim().replace(/^#+/u, "");
  const wanted = words.toLocaleLowerCase();
  const name = readTagName(typed);
  const free = known.filter(({ tag }) => !ofMemo.includes(tag));
  const rank = (tag: string): number => {
    if (tag === words) return 0;
    const lower = tag.toLocaleLowerCase();
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
