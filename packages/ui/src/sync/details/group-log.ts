import type { SyncLogEntry } from "@tidemark/core";
import { dayKey } from "../../time/day-label.ts";

/** Row of the log. */
export interface LogRow {
  readonly entry: SyncLogEntry;
  /** Time of the first joined entry, in epoch milliseconds. */
  readonly sinceMs: number;
}

/**
 * Returns the log with consecutive exchanges of a day joined into one row. Input and output are newest first.
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
