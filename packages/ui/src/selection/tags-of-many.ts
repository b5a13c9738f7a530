import type { MemoView } from "@tidemark/core/router";

/** Returns the tags that all of the memos have, in the order of the first, and those that some have. */
export function tagsOfMany(memos: readonly Pick<MemoView, "tags">[]): {
  readonly all: readonly string[];
  /** Tags that only some memos have, most used first. */
  readonly some: readonly { readonly tag: string; readonly count: number }[];
} {
  const counts = new Map<string, number>();
  for (const { tags } of memos) {
    for (const tag of new Set(tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  const counted = [...counts].map(([tag, count]) => ({ tag, count }));
  return {
    all: counted.filter(({ count }) => count === memos.length).map(({ tag }) => tag),
    some: counted
      .filter(({ count }) => count < memos.length)
      .sort((a, b) => b.count - a.count || (a.tag < b.tag ? -1 : 1)),
  };
}
