import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { MemoShares, MemoView, SyncStatus } from "@tidemark/core/router";
import { useEffect } from "react";
import { useClient } from "../data/client.tsx";
import { useSyncStatus } from "../data/queries.ts";

const keyOf = (memo: string) => ["shares", memo] as const;

/** Reason why the server is unreachable. */
export type Unreachable = Exclude<SyncStatus["state"], "synced" | "syncing" | "local">;

export interface SharesNow {
  /** Last answer of the server, if there is one. */
  readonly shares: MemoShares | undefined;
  readonly unreachable: Unreachable | null;
  readonly hasServer: boolean;
  readonly error: Error | null;
  readonly isAsking: boolean;
  readAgain(): Promise<unknown>;
}

/**
 * Queries the links of a memo while the server is reachable, and again after the memo was synced. The last
 * answer stays while the server is away.
 */
export function useShares(memo: Pick<MemoView, "id" | "isSynced">): SharesNow {
  const client = useClient();
  const queries = useQueryClient();
  const { state, serverUrl } = useSyncStatus().data ?? { state: "syncing", serverUrl: null };
  const isReachable = state === "synced" || state === "syncing";
  const query = useQuery({
    queryKey: keyOf(memo.id),
    queryFn: ({ signal }) => client.shares.list.query({ memo: memo.id }, { signal }),
    enabled: isReachable,
    staleTime: 0,
    retry: false,
  });
  const isAwaited = query.data?.state === "not-sent" && memo.isSynced;
  useEffect(() => {
    if (isAwaited && isReachable) void queries.invalidateQueries({ queryKey: keyOf(memo.id) });
    // After each sync, because the memo may have been part of it.
  }, [isAwaited, isReachable, state, queries, memo.id]);
  return {
    shares: query.data,
    unreachable: isReachable || state === "local" ? null : state,
    hasServer: state !== "local" || serverUrl !== null,
    error: query.error,
    isAsking: query.isFetching,
    readAgain: () => queries.invalidateQueries({ queryKey: keyOf(memo.id) }),
  };
}
