import type { QueryClient } from "@tanstack/react-query";
import { queryKeys } from "./queries.ts";
import { readAgain } from "./read-again.ts";

/** Debounce and maximum delay of a recount, in milliseconds. */
const quietMs = 1000;
const longestMs = 10_000;

interface Due {
  timer: ReturnType<typeof setTimeout>;
  readonly sinceMs: number;
}

const dueOf = new WeakMap<QueryClient, Due>();

/**
 * Recounts the views after a pause in changes. Each count scans memos, up to its limit, and would delay the
 * user's own requests.
 */
export function countViewsSoon(queries: QueryClient): void {
  const nowMs = performance.now();
  const known = dueOf.get(queries);
  if (known !== undefined) clearTimeout(known.timer);
  const sinceMs = known?.sinceMs ?? nowMs;
  const inMs = Math.max(0, Math.min(quietMs, sinceMs + longestMs - nowMs));
  const timer = setTimeout(() => {
    dueOf.delete(queries);
    void readAgain(queries, queryKeys.viewCounts);
  }, inMs);
  dueOf.set(queries, { timer, sinceMs });
}
