import { randomUUID } from "node:crypto";
import { type AppError, err, notFound, ok, type Result } from "@tidemark/core";
import type { AppBackups, BackupFailureCode } from "@tidemark/core/router";
import type { ProfileServices } from "@tidemark/replica";
import type { ReadBackup } from "./read-backup.ts";
import { listBackupMemos } from "./list-memos.ts";
import { restoreMemos } from "./restore-memos.ts";
import { undoRestore, type UndoStep } from "./undo-restore.ts";

export interface SingleMemosDeps {
  readonly services: ProfileServices;
  /** Runs `work` on a backup, opened for reading. Returns null if there is none of that name. */
  readonly read: <T>(name: string, work: (opened: ReadBackup) => Promise<T>) => Promise<T | null>;
  readonly leave: () => Promise<void>;
  /** Returns the code of a failure. Logs unexpected ones. */
  readonly failureCode: (error: unknown) => BackupFailureCode;
  readonly signal: AbortSignal;
}

export type SingleMemos = Pick<
  AppBackups,
  "listMemos" | "restoreMemos" | "undoRestoreMemos" | "leaveMemos"
>;

/** Number of restores that can be undone; each holds the texts that it replaced. */
const maxUndoable = 20;

/** Lists and restores the memos of backups. */
export function createSingleMemos(deps: SingleMemosDeps): SingleMemos {
  const { services, leave, failureCode, signal } = deps;
  const undoable = new Map<string, readonly UndoStep[]>();

  async function read<T>(
    name: string,
    work: (opened: ReadBackup) => Promise<Result<T, AppError>>,
    failed: (failure: BackupFailureCode) => T,
  ): Promise<Result<T, AppError>> {
    try {
      return (await deps.read(name, work)) ?? err(notFound());
    } catch (error) {
      if (signal.aborted) throw error;
      return ok(failed(failureCode(error)));
    }
  }

  function noteUndo(steps: readonly UndoStep[]): string | null {
    if (steps.length === 0) return null;
    const key = randomUUID();
    undoable.set(key, steps);
    for (const oldest of undoable.keys()) {
      if (undoable.size <= maxUndoable) break;
      undoable.delete(oldest);
    }
    return key;
  }

  return {
    listMemos: ({ name, search, cursor }) =>
      read(
        name,
        (opened) => listBackupMemos(opened, services, { search, cursor }),
        (failure) => ({ memos: [], nextCursor: null, failure }),
      ),
    restoreMemos: (name, ids) =>
      read(
        name,
        async (opened) => {
          const done = await restoreMemos(opened, services, ids, signal);
          const { steps, restored, refused, missingFiles, error } = done;
          const failure = error === null ? null : failureCode(error);
          const undo = noteUndo(steps);
          return ok({ restored, refused, missingFiles, failure, undo });
        },
        (failure) => ({ restored: 0, refused: 0, missingFiles: 0, failure, undo: null }),
      ),
    async undoRestoreMemos(key) {
      const steps = undoable.get(key);
      if (steps === undefined) return err(notFound());
      undoable.delete(key);
      await undoRestore(services, steps);
      return ok(null);
    },
    leaveMemos: leave,
  };
}
