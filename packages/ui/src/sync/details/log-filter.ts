import type { SyncLogEntry } from "@tidemark/core";
import type { SyncNote } from "@tidemark/core/model";
import { noteInWords } from "../wordings.ts";

export const logFilters = ["all", "errors", "merges"] as const;
export type LogFilter = (typeof logFilters)[number];

const merges: readonly SyncNote["code"][] = ["merged", "visibility-clash"];

/** The entries of a kind, in the order given. */
export function filterLog(log: readonly SyncLogEntry[], filter: LogFilter): SyncLogEntry[] {
  return log.filter(({ level, code }) => {
    if (filter === "all") return true;
    return filter === "errors" ? level === "error" : merges.includes(code);
  });
}

/** One line for each entry, to be sent to somebody who helps. */
export function logToText(log: readonly SyncLogEntry[]): string {
  return log
    .map((entry) => `${new Date(entry.atMs).toISOString()} ${entry.level} ${noteInWords(entry)}`)
    .join("\n");
}
