import { useCallback, useMemo } from "react";
import { useMemoList } from "../data/queries.ts";
import { useTasksByTag } from "../data/asked/memo-queries.ts";
import { useDoneLines } from "./done-lines.ts";
import { blocksByMemo, blocksByTag, type TaskBlock } from "./task-blocks.ts";

export interface TaskBlocks {
  readonly blocks: readonly TaskBlock[];
  /** Ids of the loaded memos. */
  readonly memoIds: readonly string[];
  readonly hasMore: boolean;
  readonly isFetching: boolean;
  readonly isEmpty: boolean;
  readonly error: unknown;
  loadMore(): void;
  retry(): void;
}

/** Loads open tasks page by page and groups them. */
export function useTaskBlocks(input: {
  readonly search: string;
  readonly tag: string | null;
  readonly isByTag: boolean;
}): TaskBlocks {
  const { search, tag, isByTag } = input;
  const keys = useDoneLines((state) => state.keys);
  const memos = useMemoList(
    { view: "tasks", search, tag, pinned: null },
    { isEnabled: !isByTag, isKept: true },
  );
  const groups = useTasksByTag(search, isByTag);
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = isByTag ? groups : memos;

  const laidOut = useMemo(() => {
    const stays = (key: string): boolean => keys.has(key);
    const listed = memos.data?.pages.flatMap((page) => page.memos) ?? [];
    const tagged = groups.data?.pages.flatMap((page) => page.groups) ?? [];
    const blocks = isByTag
      ? blocksByTag(tagged, { hasMore: groups.hasNextPage, stays })
      : blocksByMemo(listed, stays);
    const shown = isByTag ? tagged.flatMap((group) => group.memos) : listed;
    return { blocks, memoIds: [...new Set(shown.map(({ id }) => id))] };
  }, [isByTag, memos.data, groups.data, groups.hasNextPage, keys]);

  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);

  return {
    ...laidOut,
    hasMore: hasNextPage,
    isFetching,
    isEmpty: laidOut.blocks.length === 0 && data !== undefined && !hasNextPage,
    error,
    loadMore,
    retry: () => void refetch(),
  };
}
