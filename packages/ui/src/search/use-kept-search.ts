import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { useClient } from "../data/client.tsx";
import { queryKeys } from "../data/queries.ts";

/** A search that stands for so long was meant. */
const heldMs = 3000;
const shortest = 2;

/**
 * Keeps a search among the recent ones once it was held for a while or led to a memo. What it was a
 * step to gives way: of one that grows letter by letter the last is kept.
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

/** Takes a recent search away, or with null all of them. */
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
