import type { MemoListInput, MemoPage, MemoView } from "@tidemark/core/router";
import { hasChosenTag } from "@tidemark/core/tag-branch";
import type { InfiniteData } from "@tanstack/react-query";
import { isOthersForAll, isShownToAll } from "../state/shown-to-all.ts";
import { userName } from "@tidemark/core/names";

/** Number of an optimistic memo (`sketch.ts`): higher than any other of the same time. */
export const sketchNumber = Number.MAX_SAFE_INTEGER;

/** Parameters of a list, without page size and cursor. */
export type MemoListQuery = Pick<
  MemoListInput,
  "view" | "scope" | "search" | "tag" | "saved" | "author" | "pinned"
>;
export type MemoPages = InfiniteData<MemoPage, string | null>;

/**
 * Inserts, moves or removes a changed memo in the loaded pages of a list, without reloading every page.
 * `memo` is null if it was purged. Returns the same pages if nothing changed, and null if only the host knows
 * the new list (a search, the trash's order).
 */
export function patchPages(
  pages: MemoPages,
  query: MemoListQuery,
  id: string,
  memo: MemoView | null,
): MemoPages | null {
  const at = findMemo(pages, id);
  const isOwn = pages.pages[0]?.isOwn === true;
  const belongs = memo !== null && !(isOwn && isOthersForAll(memo)) && isListed(memo, query);
  if (memo === null || belongs === false) {
    return at === null ? pages : withPage(pages, at.page, removeAt(at.page, at.index));
  }
  if (belongs === "unknown") return null;
  if (at !== null) {
    const known = at.page.memos[at.index];
    if (known?.createdMs !== memo.createdMs) {
      if (known?.number !== sketchNumber) return null;
      return insert(withPage(pages, at.page, removeAt(at.page, at.index)), memo);
    }
    const memos = at.page.memos.with(at.index, memo);
    return withPage(pages, at.page, { ...at.page, memos });
  }
  return insert(pages, memo);
}

/** Replaces a memo at its position, whether or not it still belongs in the list. */
export function replaceMemo(pages: MemoPages, memo: MemoView): MemoPages {
  const at = findMemo(pages, memo.id);
  if (at === null) return pages;
  return withPage(pages, at.page, { ...at.page, memos: at.page.memos.with(at.index, memo) });
}

interface Position {
  readonly page: MemoPage;
  readonly index: number;
}

function findMemo(pages: MemoPages, id: string): Position | null {
  for (const page of pages.pages) {
    const index = page.memos.findIndex((memo) => memo.id === id);
    if (index !== -1) return { page, index };
  }
  return null;
}

/** Returns true if a list has the memo, and "unknown" if only the host can say. */
export function isListed(memo: MemoView, query: MemoListQuery): boolean | "unknown" {
  const { scope = "view" } = query;
  if (scope !== "view") {
    return (memo.deletedMs !== null) === (scope === "trash") ? "unknown" : false;
  }
  if (memo.parent !== null) return false;
  if (query.tag !== null && !hasChosenTag(memo.tags, query.tag)) return false;
  if (query.author && memo.creator !== userName(query.author)) return false;
  if (query.pinned !== null && memo.pinned !== query.pinned) return false;
  if (!isInView(memo, query.view)) return false;
  const isPlain = query.search.trim() === "" && !query.saved && query.view !== "trash";
  return isPlain ? true : "unknown";
}

function isInView(memo: MemoView, view: MemoListQuery["view"]): boolean {
  if (view === "trash") return memo.deletedMs !== null;
  if (memo.deletedMs !== null) return false;
  if (view === "archive") return memo.state === "ARCHIVED";
  if (memo.state !== "NORMAL") return false;
  if (view === "explore") return isShownToAll(memo);
  return view === "timeline" || (memo.author === null && memo.property.hasIncompleteTasks);
}

/** Compares in the order of the host's list: newest first, and the highest number first at the same time. */
function isBefore(one: MemoView, other: MemoView): boolean {
  if (one.createdMs !== other.createdMs) return one.createdMs > other.createdMs;
  return one.number > other.number;
}

function insert(pages: MemoPages, memo: MemoView): MemoPages {
  for (const page of pages.pages) {
    const index = page.memos.findIndex((other) => isBefore(memo, other));
    if (index !== -1) {
      return withPage(pages, page, { ...page, memos: page.memos.toSpliced(index, 0, memo) });
    }
  }
  const last = pages.pages.at(-1);
  // Older than everything loaded: a later page will contain it, if there is one.
  if (last === undefined || last.nextCursor !== null) return pages;
  return withPage(pages, last, { ...last, memos: [...last.memos, memo] });
}

function removeAt(page: MemoPage, index: number): MemoPage {
  return { ...page, memos: page.memos.toSpliced(index, 1) };
}

function withPage(pages: MemoPages, old: MemoPage, next: MemoPage): MemoPages {
  return { ...pages, pages: pages.pages.map((page) => (page === old ? next : page)) };
}
