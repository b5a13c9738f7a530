import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { MemoShares, MemoView, SyncStatus } from "@tidemark/core/router";
import { useEffect } from "react";
import { useClient } from "../data/client.tsx";
import { useSyncStatus } from "../data/queries.ts";

const keyOf = (memo: string) => ["shares", memo] as const;

/** Why the server cannot be asked; null while it can. */
export type Unreachable = Exclude<SyncStatus["state"], "synced" | "syncing" | "local">;

export interface SharesNow {
  /** What the server said last, if it was asked. */
  readonly shares: MemoShares | undefined;
  readonly unreachable: Unreachable | null;
  readonly hasServer: boolean;
  readonly error: Error | null;
  readonly isAsking: boolean;
  readAgain(): Promise<unknown>;
}

/**
 * The links of a memo, asked of the server while it can be, and asked again when the memo has come
 * there. What was heard stays while the server is away.
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
    // Each time that the sync comes to rest: the memo may have gone with it.
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
