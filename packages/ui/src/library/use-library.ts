import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type InfiniteData,
} from "@tanstack/react-query";
import type { LibraryFile, LibraryPage, LibrarySizes } from "@tidemark/core/router";
import { useEffect, useMemo, useRef } from "react";
import { useClient } from "../data/client.tsx";
import { queryKeys } from "../data/queries.ts";
import { type LibraryAddress, libraryKinds } from "../state/library-address.ts";

export const libraryKey = queryKeys.library;

const pageSize = 100;

/** Queries the files of one kind, page by page. */
export function useLibraryFiles({ kind, order, name }: LibraryAddress) {
  const client = useClient();
  const query = useInfiniteQuery<
    LibraryPage,
    Error,
    InfiniteData<LibraryPage>,
    readonly unknown[],
    string | null
  >({
    queryKey: [...queryKeys.libraryLists, kind, order, name],
    queryFn: ({ pageParam, signal }) =>
      client.library.list.query({ kind, order, name, pageSize, cursor: pageParam }, { signal }),
    initialPageParam: null,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
    // Don't keep the files of another kind, which would be under the wrong title.
    placeholderData: (before, last) =>
      last?.queryKey.at(-3) === kind ? keepPreviousData(before) : undefined,
  });
  const { data } = query;
  const files = useMemo<readonly LibraryFile[]>(
    () => data?.pages.flatMap((page) => page.files) ?? [],
    [data],
  );
  return { ...query, files };
}

/**
 * Returns the number and size of files of each kind. When they change, files were added or removed, so the
 * lists are queried again.
 */
export function useLibrarySizes(): LibrarySizes | undefined {
  const client = useClient();
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: queryKeys.librarySizes,
    queryFn: ({ signal }) => client.library.sizes.query(undefined, { signal }),
    staleTime: 0,
  });
  const known = useRef(data);
  useEffect(() => {
    const before = known.current;
    known.current = data;
    if (before === undefined || data === undefined) return;
    // Equal sizes are the same object. The size on this device changes without files being added or removed.
    const hasChanged = libraryKinds.some((kind) => before[kind] !== data[kind]);
    if (hasChanged) void queries.invalidateQueries({ queryKey: queryKeys.libraryLists });
  }, [data, queries]);
  return data;
}
