import type { SyncLogEntry } from "@tidemark/core";
import { dayKey } from "../../time/day-label.ts";

/** One line of the log as it is shown. */
export interface LogRow {
  readonly entry: SyncLogEntry;
  /** When the first of those that it sums up was, epoch ms. */
  readonly sinceMs: number;
}

/**
 * The log with what was exchanged again and again on one day as one line of all of it, as far as
 * nothing else came in between. Newest first, both.
 */
export function groupLog(log: readonly SyncLogEntry[]): LogRow[] {
  const rows: LogRow[] = [];
  for (const entry of log) {
    const before = rows.at(-1);
    const joined = before === undefined ? null : join(before.entry, entry);
    if (joined === null) rows.push({ entry, sinceMs: entry.atMs });
    else rows[rows.length - 1] = { entry: joined, sinceMs: entry.atMs };
  }
  return rows;
}

function join(newer: SyncLogEntry, older: SyncLogEntry): SyncLogEntry | null {
  if (newer.code !== "exchanged" || older.code !== "exchanged") return null;
  if (dayKey(newer.atMs) !== dayKey(older.atMs)) return null;
  const { sent, received } = older.params;
  return {
    ...newer,
    params: { sent: newer.params.sent + sent, received: newer.params.received + received },
  };
}
