import { type InfiniteData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import type { BackupFailureCode, BackupMemo, BackupMemoPage } from "@tidemark/core/router";
import { useEffect, useMemo, useState } from "react";
import { describeError, useClient } from "../../data/client.tsx";
import { useFeedback } from "../../feedback/feedback.ts";
import { feedbackStrings } from "../../feedback/strings.ts";
import { backupMemosStrings as strings } from "./strings.ts";

/** The host's limit. */
const restoredAtOnce = 500;
const memosKey = ["backup-memos"] as const;

/** Returns a backup's memos, page by page. The host closes the backup with the component. */
export function useBackupMemos(name: string, search: string) {
  const client = useClient();
  const query = useInfiniteQuery<
    BackupMemoPage,
    Error,
    InfiniteData<BackupMemoPage>,
    readonly unknown[],
    string | null
  >({
    queryKey: [...memosKey, name, search],
    queryFn: ({ pageParam, signal }) =>
      client.backups.memos.query({ name, search, cursor: pageParam }, { signal }),
    initialPageParam: null,
    getNextPageParam: (page) => page.nextCursor,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  useEffect(() => () => void client.backups.leaveMemos.mutate().catch(() => undefined), [client]);
  const { data } = query;
  const memos = useMemo<readonly BackupMemo[]>(
    () => data?.pages.flatMap((page) => page.memos) ?? [],
    [data],
  );
  return { ...query, memos, failure: data?.pages.find(({ failure }) => failure)?.failure ?? null };
}

/** Returns a function that restores memos and reports the result. */
export function useRestoreMemos(name: string) {
  const client = useClient();
  const queries = useQueryClient();
  const [isRestoring, setIsRestoring] = useState(false);

  const reload = (): Promise<void> => queries.invalidateQueries({ queryKey: memosKey });

  async function undo(keys: readonly string[]): Promise<void> {
    try {
      for (const key of keys.toReversed()) {
        await client.backups.undoRestoreMemos.mutate({ undo: key });
      }
    } catch (error) {
      useFeedback.getState().fail(describeError(error));
    }
    await reload();
  }

  async function restoreAll(ids: readonly string[]): Promise<void> {
    const keys: string[] = [];
    const sum = { restored: 0, refused: 0, missingFiles: 0 };
    let failure: BackupFailureCode | null = null;
    for (let at = 0; at < ids.length && failure === null; at += restoredAtOnce) {
      const some = ids.slice(at, at + restoredAtOnce);
      const done = await client.backups.restoreMemos.mutate({ name, ids: some });
      sum.restored += done.restored;
      sum.refused += done.refused;
      sum.missingFiles += done.missingFiles;
      failure = done.failure;
      if (done.undo !== null) keys.push(done.undo);
    }
    const { say, offer, fail } = useFeedback.getState();
    if (failure !== null) fail(strings.failed[failure]);
    // It stays, because the dialog covers it.
    if (keys.length > 0) offer(wordsOf(sum), () => undo(keys), feedbackStrings.undo);
    else if (failure === null) say(wordsOf(sum));
  }

  return {
    isRestoring,
    async restore(ids: readonly string[]): Promise<void> {
      setIsRestoring(true);
      try {
        await restoreAll(ids);
      } catch (error) {
        useFeedback.getState().fail(describeError(error));
      }
      await reload();
      setIsRestoring(false);
    },
  };
}

function wordsOf(sum: {
  readonly restored: number;
  readonly refused: number;
  readonly missingFiles: number;
}): string {
  const { restored, refused, missingFiles } = sum;
  const more = [
    ...(refused > 0 ? [strings.refused(refused)] : []),
    ...(missingFiles > 0 ? [strings.missingFiles(missingFiles)] : []),
  ];
  return more.length === 0
    ? strings.restored(restored)
    : `${strings.restored(restored)}. ${more.join(" ")}`;
}

/** Returns a value once it hasn't changed for a moment. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), 250);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
