import type { SharedLimits } from "@tidemark/core";
import type { PoolConfig } from "pg";
import { createAttemptRows } from "./attempt-rows.ts";
import { openLimitClients } from "./limit-clients.ts";
import { nowMs } from "./now-ms.ts";
import { createRequestRows } from "./request-rows.ts";

/** No window is longer: what ends later was begun under a clock that has been set back. */
const longestMs = 24 * 3600 * 1000;

/** Rows that are removed at once. */
const partSize = 5000;

/** What somebody holds is not over. */
function removing(table: string): string {
  return `
DELETE FROM ${table} WHERE key IN (
  SELECT key FROM ${table} WHERE ends_ms <= ${nowMs} OR ends_ms > ${nowMs} + ${longestMs}
  LIMIT ${partSize} FOR UPDATE SKIP LOCKED
)`;
}

export interface OpenSharedLimits extends SharedLimits {
  /** Ends every connection as it stands. */
  cut(): void;
  /** Waits for what is asked. */
  close(): Promise<void>;
}

/** `onLost` is told of connections that were lost while nobody had them. */
export function openSharedLimits(
  config: PoolConfig,
  onLost: (error: Error) => void,
): OpenSharedLimits {
  const clients = openLimitClients(config, onLost);
  return {
    requests: createRequestRows(clients.together),
    attempts: (windowMs) => createAttemptRows(clients, windowMs),
    async removeOver() {
      for (const table of ["request_count", "attempt"]) {
        let removed: number | null = partSize;
        while (removed === partSize)
          ({ rowCount: removed } = await clients.together(removing(table)));
      }
    },
    cut: () => clients.cut(),
    close: () => clients.close(),
  };
}
