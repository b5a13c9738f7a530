import type { BackupFailure, BackupSchedule } from "@tidemark/core/router";

const hourMs = 3_600_000;
/** Slightly shorter than a day or week, for users who open the app at about the same time each day. */
const everyMs: Readonly<Record<Exclude<BackupSchedule, "off">, number>> = {
  daily: 22 * hourMs,
  weekly: (7 * 24 - 2) * hourMs,
};
/** Delay before a retry after a failure; most causes last longer than that. */
const againMs = hourMs;

/**
 * Returns true if a scheduled backup is due. A last backup in the future was made with a wrong clock and is
 * ignored.
 */
export function isDue(at: {
  readonly schedule: BackupSchedule;
  readonly failure: Pick<BackupFailure, "atMs"> | null;
  readonly lastMs: number | null;
  readonly nowMs: number;
}): boolean {
  const { schedule, failure, lastMs, nowMs } = at;
  if (schedule === "off") return false;
  if (failure !== null && failure.atMs <= nowMs && nowMs - failure.atMs < againMs) return false;
  return lastMs === null || lastMs > nowMs || nowMs - lastMs >= everyMs[schedule];
}
