import { bareLetters } from "@tidemark/core/filter";
import type { MemoRecord } from "@tidemark/core/model";

type Ranked = Pick<MemoRecord, "id" | "property" | "snippet">;

/**
 * Sorts search results by relevance: how well the words match the title, or the beginning of a memo without
 * one, then recently opened memos, then the given order.
 */
export function rankFound<M extends Ranked>(
  words: string,
  memos: readonly M[],
  opened: ReadonlySet<string>,
): M[] {
  const typed = bareLetters(words.trim());
  const parts = typed.split(/\s+/u);
  const placeIn = (text: string): number => {
    if (text.startsWith(typed)) return 3;
    if (parts.every((part) => beginsWordOf(text, part))) return 2;
    return parts.every((part) => text.includes(part)) ? 1 : 0;
  };
  const rank = ({ id, property: { title }, snippet }: M): number => {
    // A match at the beginning of a text ranks below one in a title.
    const place =
      title === "" ? Math.max(0, placeIn(bareLetters(snippet)) - 1) : placeIn(bareLetters(title));
    return place * 2 + (opened.has(id) ? 1 : 0);
  };
  const ranks = new Map(memos.map((memo) => [memo, rank(memo)]));
  // The sort is stable.
  return memos.toSorted((one, other) => (ranks.get(other) ?? 0) - (ranks.get(one) ?? 0));
}

function beginsWordOf(title: string, part: string): boolean {
  for (let at = title.indexOf(part); at !== -1; at = title.indexOf(part, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(title.charAt(at - 1))) return true;
  }
  return false;
}
