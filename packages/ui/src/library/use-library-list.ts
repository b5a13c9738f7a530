import type { LibraryFile } from "@tidemark/core/router";
import { type RefObject, useCallback, useMemo, useState, useLayoutEffect } from "react";
import type { LibraryAddress } from "../state/library-address.ts";
import type { useLateRemoval } from "./late-removal.ts";
import { useBlurCheck } from "../tags/blur.ts";
import { columnsIn, isShownLarge, rowsOf } from "./library-rows.ts";
import { useLibraryFiles } from "./use-library.ts";

interface LibraryListInput {
  readonly address: LibraryAddress;
  readonly removal: ReturnType<typeof useLateRemoval>;
  /** Element that contains the list. */
  readonly list: RefObject<HTMLElement | null>;
}

export type LibraryList = ReturnType<typeof useLibraryList>;

/** Returns the files of one kind as rows, with those that are selected or shown large. */
export function useLibraryList({ address, removal, list }: LibraryListInput) {
  const { kind } = address;
  const library = useLibraryFiles(address);
  const { hasNextPage, isFetching, fetchNextPage, isError } = library;
  const width = useWidth(list);
  const leavingIds = useMemo(
    () => new Set(removal.leaving.flatMap(({ ids }) => ids)),
    [removal.leaving],
  );
  const files = useMemo(
    () => library.files.filter(({ id }) => !leavingIds.has(id)),
    [library.files, leavingIds],
  );
  const columns = kind === "media" ? columnsIn(width) : 1;
  const rows = useMemo(() => rowsOf(files, columns), [files, columns]);
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  return {
    address,
    kind,
    files,
    rows,
    columns,
    leavingIds,
    isFetching,
    hasFailed: isError,
    hasMore: hasNextPage,
    isEmpty: files.length === 0 && library.isSuccess && !hasNextPage,
    /** True once its width is known and it has files. */
    isDrawn: width > 0 && rows.length > 0,
    loadMore,
    retry: () => void library.refetch(),
    ...useSelectedFiles(files),
    ...useShownLarge(files, loadMore),
  };
}

function useSelectedFiles(files: readonly LibraryFile[]) {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const selected = useMemo(() => {
    const chosen = files.filter(({ id }) => selectedIds.has(id));
    const bytes = chosen.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    return { ids: chosen.map(({ id }) => id), bytes };
  }, [files, selectedIds]);
  const select = useCallback(({ id }: LibraryFile, isSelected: boolean) => {
    setSelectedIds((ids) => {
      const next = new Set(ids);
      if (isSelected) next.add(id);
      else next.delete(id);
      return next;
    });
  }, []);
  const selectNone = (): void => setSelectedIds(new Set());
  return { selectedIds, selected, select, selectNone };
}

function useShownLarge(files: readonly LibraryFile[], loadMore: () => void) {
  const [shownId, setShownId] = useState<string | null>(null);
  const isBlurred = useBlurCheck();
  const large = useMemo(
    () => files.filter((file) => isShownLarge(file) && !isBlurred(file.memo)),
    [files, isBlurred],
  );
  const at = large.findIndex(({ id }) => id === shownId);
  const show = useCallback(({ id }: LibraryFile) => setShownId(id), []);
  const showAt = (next: number | null): void => {
    setShownId(next === null ? null : (large[next]?.id ?? null));
    if (next !== null && next >= large.length - 4) loadMore();
  };
  return { large, shownAt: at === -1 ? null : at, show, showAt };
}

/** Returns the width of an element in pixels. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const measure = (): void => setWidth(current.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
