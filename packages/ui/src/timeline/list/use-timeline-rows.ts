import type { LinkedMemo, MemoPage, MemoView } from "@tidemark/core/router";
import { useCallback, useMemo, useState } from "react";
import { useLanguage } from "../../language/language.ts";
import { useUi } from "../../state/ui-state.ts";
import type { MemoListQuery, MemoPages } from "../../data/memo-pages.ts";
import { useMemoList } from "../../data/queries.ts";
import { foundRows, timelineRows, type TimelineRow } from "./rows.ts";
import { useDay } from "../../time/use-day.ts";

export interface TimelineRows {
  readonly rows: readonly TimelineRow[];
  /** Ids of the memos in `rows`, in their order. */
  readonly memoIds: readonly string[];
  readonly pinned: readonly MemoView[];
  readonly terms: readonly string[];
  /** Beginnings of the parent memos of listed comments, by id. */
  readonly parents: ReadonlyMap<string, LinkedMemo>;
  readonly hasMore: boolean;
  readonly isFetching: boolean;
  readonly isEmpty: boolean;
  /** True while a new list is being read and the rows are still those of the list before. */
  readonly isOfListBefore: boolean;
  /** Error of the newest query; the rows are then those of the last one that succeeded. */
  readonly error: unknown;
  readonly nowMs: number;
  loadMore(): void;
  retry(): void;
}

/** Loads a view page by page and returns its rows. A rejected search keeps the last valid rows. */
export function useTimelineRows(
  input: Pick<MemoListQuery, "view" | "scope" | "search" | "tag" | "saved" | "author">,
): TimelineRows {
  const nowMs = useDay();
  const language = useLanguage();
  const isPinnedOpen = useUi((state) => state.isPinnedOpen);
  const isSearch = input.search.trim() !== "";
  const groupsPinned = input.view === "timeline" && !isSearch;

  const pinnedPages = useMemoList(
    { ...input, pinned: true },
    { isEnabled: groupsPinned, isKept: false },
  );
  const list = useMemoList({ ...input, pinned: null }, { isEnabled: true, isKept: true });
  const pages = useLastGood(list.data, list.error !== null);

  const pinned = useMemo(
    () => (groupsPinned ? memosOf(pinnedPages.data?.pages) : []),
    [groupsPinned, pinnedPages.data],
  );
  const { hasNextPage, isFetching, fetchNextPage, refetch } = list;
  const laidOut = useMemo(() => {
    const memos = memosOf(pages?.pages);
    const rows = isSearch
      ? foundRows(memos)
      : timelineRows({
          pinned: isPinnedOpen ? pinned : [],
          memos,
          hasMore: hasNextPage,
          isTrash: input.view === "trash",
          nowMs,
        });
    return {
      rows,
      memoIds: rows.flatMap((row) => (row.kind === "memo" ? [row.memo.id] : [])),
    };
    // Day names depend on the language.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isSearch, pinned, isPinnedOpen, pages, hasNextPage, input.view, nowMs, language]);
  const parents = useMemo(
    () => new Map(pages?.pages.flatMap((page) => page.parents.map((memo) => [memo.id, memo]))),
    [pages],
  );

  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);

  return {
    ...laidOut,
    isOfListBefore: list.isPlaceholderData,
    pinned,
    parents,
    terms: pages?.pages[0]?.terms ?? noTerms,
    hasMore: hasNextPage,
    isFetching,
    isEmpty: laidOut.rows.length === 0 && pages !== undefined,
    error: list.error,
    nowMs,
    loadMore,
    retry: () => void refetch(),
  };
}

const noTerms: readonly string[] = [];

function memosOf(pages: readonly MemoPage[] | undefined) {
  return pages?.flatMap((page) => page.memos) ?? [];
}

function useLastGood(data: MemoPages | undefined, hasFailed: boolean): MemoPages | undefined {
  const [lastGood, setLastGood] = useState(data);
  if (data !== undefined && !hasFailed && data !== lastGood) setLastGood(data);
  return data ?? lastGood;
}
