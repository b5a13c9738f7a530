import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  type InfiniteData,
} from "@tanstack/react-query";
import type { LibraryFile, LibraryPage, LibrarySizes } from "@tidemark/core/router";
import { useMemo } from "react";
import { useClient } from "../data/client.tsx";
import { queryKeys } from "../data/queries.ts";
import type { LibraryAddress } from "../state/library-address.ts";

/** Below `allAround`: what changes memos may change which files they have. */
export const libraryKey = [...queryKeys.allAround, "library"] as const;

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
    queryKey: [...libraryKey, "list", kind, order, name],
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

/** How much there is of each kind. */
export function useLibrarySizes(): LibrarySizes | undefined {
  const client = useClient();
  return useQuery({
    queryKey: [...libraryKey, "sizes"],
    queryFn: ({ signal }) => client.library.sizes.query(undefined, { signal }),
    staleTime: 0,
  }).data;
}
