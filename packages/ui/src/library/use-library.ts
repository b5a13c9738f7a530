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

/** The files of a part of the library, page by page. */
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
    // Of another part nothing is shown meanwhile: its files would stand under the wrong title.
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

/** How much there is of each kind. When that has changed, files came or went: the lists are read again. */
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
    // The same size is the same object. What files take here changes without any that comes or goes.
    const hasChanged = libraryKinds.some((kind) => before[kind] !== data[kind]);
    if (hasChanged) void queries.invalidateQueries({ queryKey: queryKeys.libraryLists });
  }, [data, queries]);
  return data;
}
