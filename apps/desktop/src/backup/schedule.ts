import type { BackupFailure, BackupSchedule } from "@tidemark/core/router";

const hourMs = 3_600_000;
/** A little less than its name says: who opens the app at about the same time each day is backed up. */
const everyMs: Readonly<Record<Exclude<BackupSchedule, "off">, number>> = {
  daily: 22 * hourMs,
  weekly: (7 * 24 - 2) * hourMs,
};
/** What is in the way is seldom gone sooner. */
const againMs = hourMs;

/** Whether a backup is to be made by itself. One of a time that has not come was made by a wrong clock. */
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
