import { type AppError, appError, err, ok, type Result } from "@tidemark/core";
import { type Caller, isAdministrator } from "@tidemark/core/model";
import { backupFailure, type KeptBackup } from "@tidemark/transfer/backup";
import type { ScheduledBackups } from "./scheduled-backups.ts";
import type { StateDeps } from "./instance-state.ts";

/**
 * Makes a backup in the folder of the scheduled ones. PERMISSION_DENIED for callers who aren't administrators,
 * FAILED_PRECONDITION without such a folder, UNAVAILABLE if the backup failed.
 */
export async function backUpNow(deps: Deps, caller: Caller): Promise<Result<KeptBackup, AppError>> {
  const backups = backupsFor(deps, caller);
  if (!backups.ok) return backups;
  try {
    return ok(await backups.value.make("asked", caller));
  } catch (error) {
    const known = backupFailure(error);
    if (known === null) throw error;
    return err(appError("UNAVAILABLE", known.message));
  }
}

/** Begins to make such a backup. The state has its outcome. A second request during one adds none. */
export function beginBackup(deps: Deps, caller: Caller): Result<ScheduledBackups, AppError> {
  const backups = backupsFor(deps, caller);
  if (backups.ok && !backups.value.isMaking()) {
    // A failure is logged, and in the state.
    backups.value.make("asked", caller).catch(() => undefined);
  }
  return backups;
}

type Deps = Pick<StateDeps, "backups">;

function backupsFor({ backups }: Deps, caller: Caller): Result<ScheduledBackups, AppError> {
  if (!isAdministrator(caller)) {
    return err(appError("PERMISSION_DENIED", "only administrators can back up the instance"));
  }
  if (backups !== null) return ok(backups);
  const message = "the server has no folder for backups: start it with --backup-to";
  return err(appError("FAILED_PRECONDITION", message));
}
