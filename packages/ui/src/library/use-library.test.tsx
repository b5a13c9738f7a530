import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, renderHook, waitFor } from "@testing-library/react";
import type { LibrarySizes } from "@tidemark/core/router";
import type { ReactNode } from "react";
import { afterEach, expect, test } from "vitest";
import { ClientProvider, type TidemarkClient } from "../data/client.tsx";
import { queryKeys } from "../data/queries.ts";
import { useLibrarySizes } from "./use-library.ts";

afterEach(cleanup);

const list = [...queryKeys.libraryLists, "media", "time", ""];

test("lists are queried again when files are added or removed, not when their content is fetched or evicted", async () => {
  const nothing = { count: 0, bytes: 0 };
  const sizesOf = (count: number, hereBytes: number): LibrarySizes => ({
    media: { count, bytes: 10 * count },
    audio: nothing,
    documents: nothing,
    unused: { ...nothing, isMore: false },
    hereBytes,
  });
  let answer = sizesOf(1, 0);
  const client = { library: { sizes: { query: async () => structuredClone(answer) } } };
  const queries = new QueryClient();
  queries.setQueryData(list, { pageParams: [null], pages: [] });
  const { result } = renderHook(useLibrarySizes, {
    wrapper: ({ children }: { readonly children: ReactNode }) => (
      <QueryClientProvider client={queries}>
        <ClientProvider value={client as unknown as TidemarkClient}>{children}</ClientProvider>
      </QueryClientProvider>
    ),
  });
  await waitFor(() => expect(result.current).toEqual(answer));
  const change = async (sizes: LibrarySizes): Promise<boolean | undefined> => {
    answer = sizes;
    await queries.invalidateQueries({ queryKey: queryKeys.librarySizes });
    await waitFor(() => expect(result.current).toEqual(sizes));
    return queries.getQueryState(list)?.isInvalidated;
  };
  expect(await change(sizesOf(1, 10))).toBe(false);
  expect(await change(sizesOf(2, 10))).toBe(true);
});
