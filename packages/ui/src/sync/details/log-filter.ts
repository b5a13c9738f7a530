import type { SyncLogEntry } from "@tidemark/core";

export const logFilters = ["all", "errors", "merges"] as const;
export type LogFilter = (typeof logFilters)[number];

/** The entries of a kind, in the order given. */
export function filterLog(log: readonly SyncLogEntry[], filter: LogFilter): SyncLogEntry[] {
  return log.filter(({ level, text }) => {
    if (filter === "all") return true;
    // The log knows information and errors; merges are told by how they are worded.
    return filter === "errors" ? level === "error" : /^(?:Merged|Two devices) /.test(text);
  });
}

/** One line for each entry, to be sent to somebody who helps. */
export function logToText(log: readonly SyncLogEntry[]): string {
  return log
    .map(({ atMs, level, text }) => `${new Date(atMs).toISOString()} ${level} ${text}`)
    .join("\n");
}
