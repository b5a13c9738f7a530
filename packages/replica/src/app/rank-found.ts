import type { MemoRecord } from "@tidemark/core/model";

type Ranked = Pick<MemoRecord, "id" | "property" | "snippet">;

/**
 * Puts memos that have the words into the order in which they are likely meant: by how well the words
 * stand in the title, or in the beginning where there is none, then those that were opened lately,
 * then in the order in which they came.
 */
export function rankFound<M extends Ranked>(
  words: string,
  memos: readonly M[],
  opened: ReadonlySet<string>,
): M[] {
  const typed = words.trim().toLocaleLowerCase();
  const parts = typed.split(/\s+/u);
  const placeIn = (text: string): number => {
    if (text.startsWith(typed)) return 3;
    if (parts.every((part) => beginsWordOf(text, part))) return 2;
    return parts.every((part) => text.includes(part)) ? 1 : 0;
  };
  const rank = ({ id, property: { title }, snippet }: M): number => {
    // What only begins so is called so by nobody.
    const place =
      title === ""
        ? Math.max(0, placeIn(snippet.toLocaleLowerCase()) - 1)
        : placeIn(title.toLocaleLowerCase());
    return place * 2 + (opened.has(id) ? 1 : 0);
  };
  const ranks = new Map(memos.map((memo) => [memo, rank(memo)]));
  // Sorting keeps the order of equals.
  return memos.toSorted((one, other) => (ranks.get(other) ?? 0) - (ranks.get(one) ?? 0));
}

function beginsWordOf(title: string, part: string): boolean {
  for (let at = title.indexOf(part); at !== -1; at = title.indexOf(part, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(title.charAt(at - 1))) return true;
  }
  return false;
}
