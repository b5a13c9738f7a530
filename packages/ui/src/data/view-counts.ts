import type { QueryClient } from "@tanstack/react-query";
import { queryKeys } from "./queries.ts";
import { readAgain } from "./read-again.ts";

/** Nothing has changed for so long; while it goes on, once in the other. */
const quietMs = 1000;
const longestMs = 10_000;

interface Due {
  timer: ReturnType<typeof setTimeout>;
  readonly sinceMs: number;
}

const dueOf = new WeakMap<QueryClient, Due>();

/**
 * Has the views counted again once nothing has changed for a moment: each count reads through memos,
 * up to its bound, and whoever types or ticks meanwhile would wait behind all of them.
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
