import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { OfServer } from "@tidemark/core/router";
import { useCallback } from "react";
import { useSyncStatus } from "../../data/queries.ts";

/** Items that the server stores for the user, as far as they are loaded. */
export interface KeptThere<T> {
  readonly items: readonly T[] | undefined;
  readonly isOldServer: boolean;
  readonly isReachable: boolean;
  /** True if the server is reachable and its items are loaded. */
  readonly canAdd: boolean;
  readonly error: Error | null;
  readAgain(): Promise<void>;
}

/** Queries a server list while the server is reachable. The last items stay while it is away. */
export function useKeptThere<T>(
  key: string,
  ask: (signal: AbortSignal) => Promise<OfServer<T>>,
): KeptThere<T> {
  const queries = useQueryClient();
  const state = useSyncStatus().data?.state;
  const isReachable = state === "synced" || state === "syncing";
  const { data, error } = useQuery({
    queryKey: ["kept there", key],
    queryFn: ({ signal }) => ask(signal),
    enabled: isReachable,
    staleTime: 0,
    retry: false,
  });
  const readAgain = useCallback(
    () => queries.invalidateQueries({ queryKey: ["kept there", key] }),
    [queries, key],
  );
  const items = data?.state === "listed" ? data.items : undefined;
  return {
    items,
    isOldServer: data?.state === "old-server",
    isReachable,
    canAdd: isReachable && items !== undefined,
    error,
    readAgain,
  };
}
