import type { SharedLimits } from "@tidemark/core";
import type { PoolConfig } from "pg";
import { createAttemptRows } from "./attempt-rows.ts";
import { openLimitClients } from "./limit-clients.ts";
import { nowMs } from "./now-ms.ts";
import { createRequestRows } from "./request-rows.ts";

/** Maximum length of a window: a later end comes from a clock that was set back. */
const longestMs = 24 * 3600 * 1000;

/** Number of rows deleted at once. */
const partSize = 5000;

/** Deletes expired rows; skips rows locked by a running request. */
function removing(table: string): string {
  return `
DELETE FROM ${table} WHERE key IN (
  SELECT key FROM ${table} WHERE ends_ms <= ${nowMs} OR ends_ms > ${nowMs} + ${longestMs}
  LIMIT ${partSize} FOR UPDATE SKIP LOCKED
)`;
}

export interface OpenSharedLimits extends SharedLimits {
  /** Ends every connection at once. */
  cut(): void;
  /** Waits for running calls. */
  close(): Promise<void>;
}

/** Opens the limits. `onLost` is called for idle connections that are lost. */
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
