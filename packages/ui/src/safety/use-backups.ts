import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { BackupEntry, BackupsConfiguration, BackupsState } from "@tidemark/core/router";
import { useMemo } from "react";
import { describeError, useClient } from "../data/client.tsx";
import { queryKeys } from "../data/queries.ts";
import { useFeedback } from "../feedback/feedback.ts";
import { shortMomentLabel } from "../time/day-label.ts";
import { safetyStrings } from "./strings.ts";

// Below the transfer keys, which the change feed invalidates.
const stateKey = [...queryKeys.transfer, "backups"] as const;

export function useBackups() {
  const client = useClient();
  return useQuery({
    queryKey: stateKey,
    queryFn: () => client.backups.state.query(),
    staleTime: 0,
  });
}

/** Returns the newest backup of this device; null if there is none. */
export function lastBackup(state: BackupsState): BackupEntry | null {
  return state.backups.find(({ isOwn }) => isOwn) ?? null;
}

export interface BackupActions {
  backUp(): void;
  /** Resolves to false if it was rejected, after showing an error. */
  configure(change: BackupsConfiguration): Promise<boolean>;
  /** Restores a backup after a confirmation. */
  restore(backup: BackupEntry): void;
}

export function useBackupActions(): BackupActions {
  const client = useClient();
  const queries = useQueryClient();
  return useMemo(() => {
    const { fail, ask } = useFeedback.getState();
    const attempt = async (act: () => Promise<BackupsState>): Promise<boolean> => {
      try {
        queries.setQueryData(stateKey, await act());
        return true;
      } catch (error) {
        fail(describeError(error));
        return false;
      }
    };
    return {
      backUp: () => void attempt(() => client.backups.backUp.mutate()),
      configure: (change) => attempt(() => client.backups.configure.mutate(change)),
      restore(backup) {
        const { name, madeMs, memos } = backup;
        const restore = (disconnects: boolean): void =>
          void attempt(() => client.backups.restore.mutate({ name, disconnects }));
        const confirm = (isConnected: boolean, more: readonly string[]): void =>
          ask({
            title: safetyStrings.restoreTitle(shortMomentLabel(madeMs)),
            body: [
              ...(isConnected ? [safetyStrings.restoreSynced] : []),
              safetyStrings.restoreBody(memos),
              ...more,
            ].join(" "),
            action: safetyStrings.restoreNow,
            confirm: () => restore(false),
            ...(isConnected && {
              other: { action: safetyStrings.restoreDisconnected, confirm: () => restore(true) },
            }),
          });
        client.sync.status.query().then(
          ({ serverUrl, waiting }) =>
            confirm(
              serverUrl !== null,
              waiting === 0 ? [] : [safetyStrings.restoreWaiting(waiting)],
            ),
          () => confirm(false, []),
        );
      },
    };
  }, [client, queries]);
}
