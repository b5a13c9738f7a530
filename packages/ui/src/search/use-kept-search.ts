import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { useClient } from "../data/client.tsx";
import { queryKeys } from "../data/queries.ts";

/** Time after which a search counts as intended. */
const heldMs = 3000;
const shortest = 2;

/**
 * Stores a recent search once it was shown for a while or led to a memo. It replaces the stored search that
 * it begins with: of a search typed letter by letter only the last is stored.
 */
export function useKeptSearch(search: string, hasFound: boolean): void {
  const client = useClient();
  const queries = useQueryClient();
  const last = useRef<string | null>(null);
  const shown = useRef({ search, hasFound });
  useEffect(() => {
    shown.current = { search, hasFound };
  }, [search, hasFound]);
  const keep = useCallback(
    async (text: string): Promise<void> => {
      const kept = last.current;
      if (text.length < shortest || text === kept) return;
      last.current = text;
      const instead = kept !== null && text.startsWith(kept) ? kept : null;
      await client.searches.keep.mutate({ search: text, instead });
      await queries.invalidateQueries({ queryKey: queryKeys.searches });
    },
    [client, queries],
  );
  useEffect(() => {
    const text = search.trim();
    if (!hasFound) return;
    const timer = setTimeout(() => void keep(text).catch(() => undefined), heldMs);
    return () => clearTimeout(timer);
  }, [search, hasFound, keep]);
  useEffect(
    () => () => {
      const left = shown.current;
      const isOpened = document.location.hash.startsWith("#/m/");
      if (isOpened && left.hasFound) void keep(left.search.trim()).catch(() => undefined);
    },
    [keep],
  );
}

/** Returns a function that removes a recent search, or all of them for `null`. */
export function useRemoveSearch(): (search: string | null) => void {
  const client = useClient();
  const queries = useQueryClient();
  return useCallback(
    (search) => {
      queries.setQueryData<readonly string[]>(queryKeys.searches, (kept) =>
        search === null ? [] : kept?.filter((each) => each !== search),
      );
      void client.searches.remove
        .mutate({ search })
        .catch(() => undefined)
        .then(() => queries.invalidateQueries({ queryKey: queryKeys.searches }));
    },
    [client, queries],
  );
}
