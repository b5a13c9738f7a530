import type { SyncLogEntry } from "@tidemark/core";
import type { SyncNote } from "@tidemark/core/model";
import { noteInWords } from "../wordings.ts";

export const logFilters = ["all", "errors", "merges"] as const;
export type LogFilter = (typeof logFilters)[number];

const merges: readonly SyncNote["code"][] = ["merged", "visibility-clash"];

/** Returns the entries that match the filter, in the given order. */
export function filterLog(log: readonly SyncLogEntry[], filter: LogFilter): SyncLogEntry[] {
  return log.filter(({ level, code }) => {
    if (filter === "all") return true;
    return filter === "errors" ? level === "error" : merges.includes(code);
  });
}

/** Returns the log as text for support, one line per entry. */
export function logToText(log: readonly SyncLogEntry[]): string {
  return log
    .map((entry) => `${new Date(entry.atMs).toISOString()} ${entry.level} ${noteInWords(entry)}`)
    .join("\n");
}
