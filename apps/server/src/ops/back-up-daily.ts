import type { BackupPlan } from "../cli/backup-options.ts";
import type { ScheduledBackups } from "../services/scheduled-backups.ts";
import type { Ending } from "./ending.ts";
import { runEvery } from "./run-every.ts";

const schedule = { firstAfterMs: 60 * 1000, everyMs: 5 * 60 * 1000 };
/** Delay before a retry after a failure; most causes last longer than that. */
const againMs = 60 * 60 * 1000;

/** Makes a backup every day at the planned time, or as soon as the server runs after it, until disposed. */
export function backUpDaily(
  backups: ScheduledBackups,
  nowMs: () => number,
  ending: Ending,
): AsyncDisposable {
  let failedMs = -Infinity;
  const backUp = async (): Promise<void> => {
    if (nowMs() - failedMs < againMs) return;
    try {
      // A folder that can't be read fails the backup, with its reason.
      const [newest] = await backups.list().catch(() => []);
      if (isDue(backups.plan, newest?.manifest.madeMs ?? null, nowMs())) {
        await backups.make("schedule", null);
      }
    } catch {
      // It is logged where it failed.
      failedMs = nowMs();
    }
  };
  return runEvery(schedule, backUp, ending);
}

/**
 * Returns true if no backup was made since the last planned moment. A last backup in the future was made with a wrong
 * clock and is ignored.
 */
export function isDue(
  { at }: Pick<BackupPlan, "at">,
  lastMs: number | null,
  nowMs: number,
): boolean {
  if (lastMs === null || lastMs > nowMs) return true;
  const moment = new Date(nowMs);
  moment.setHours(at.hours, at.minutes, 0, 0);
  if (moment.getTime() > nowMs) moment.setDate(moment.getDate() - 1);
  return lastMs < moment.getTime();
}
