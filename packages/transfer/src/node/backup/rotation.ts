import type { BackupReason } from "@tidemark/core/router";

/** Properties of a backup that decide how long it is kept. */
export interface Aged {
  readonly name: string;
  readonly madeMs: number;
  readonly why: BackupReason;
}

const dayMs = 86_400_000;
const kept = { newest: 3, days: 7, weeks: 4, months: 12, beforeRestoreMs: 14 * dayMs } as const;

/**
 * Returns the names of a device's backups to delete. Keeps the three newest, and those made before a restore
 * in the last two weeks. Also keeps the last backup of each of the latest seven days, four weeks and twelve
 * months that have any. Days, weeks and months are in UTC, independent of the device's time zone.
 */
export function outlived(backups: readonly Aged[], nowMs: number): string[] {
  const newestFirst = backups.toSorted((a, b) => b.madeMs - a.madeMs);
  const stays = new Set(newestFirst.slice(0, kept.newest));
  for (const each of newestFirst) {
    if (each.why === "restore" && nowMs - each.madeMs < kept.beforeRestoreMs) stays.add(each);
  }
  keepLastOf(newestFirst, kept.days, (ms) => String(Math.floor(ms / dayMs)), stays);
  // The epoch began on a Thursday; with this offset weeks begin on Mondays.
  keepLastOf(newestFirst, kept.weeks, (ms) => String(Math.floor((ms / dayMs + 3) / 7)), stays);
  keepLastOf(newestFirst, kept.months, (ms) => new Date(ms).toISOString().slice(0, 7), stays);
  return newestFirst.filter((each) => !stays.has(each)).map(({ name }) => name);
}

function keepLastOf(
  newestFirst: readonly Aged[],
  count: number,
  spanOf: (ms: number) => string,
  stays: Set<Aged>,
): void {
  const spans = new Set<string>();
  for (const each of newestFirst) {
    const span = spanOf(each.madeMs);
    if (spans.has(span)) continue;
    spans.add(span);
    if (spans.size > count) return;
    stays.add(each);
  }
}
