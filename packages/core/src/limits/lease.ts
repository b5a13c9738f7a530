import type { CountAnswer, CountReport } from "../stores/processes/shared-limits.ts";

/** Known counts of one key, with the block of requests that the process may admit without a query. */
export interface Lease {
  /** Window's identifier in the database; `null` before the first answer. */
  window: number | null;
  /** End of the window by this process's monotonic clock. */
  endsAtMs: number;
  /** Known number of requests in the window, including this process's own. */
  seen: number;
  /** Unused requests of the block. */
  left: number;
  /** Requests admitted and not reported yet. */
  used: number;
  /** Number of `used` requests that were part of the block. */
  freed: number;
}

export function newLease(endsAtMs: number): Lease {
  return { window: null, endsAtMs, seen: 0, left: 0, used: 0, freed: 0 };
}

/** Admits one request from the block. */
export function admitOfBlock(lease: Lease): void {
  lease.left -= 1;
  lease.freed += 1;
  admitAlone(lease);
}

/** Admits one request without a query. */
export function admitAlone(lease: Lease): void {
  lease.used += 1;
  lease.seen += 1;
}

/**
 * Returns the unreported counts and resets them, because a report that may have arrived must not be repeated.
 * With `isLast`, also returns the rest of the block.
 */
export function nextReport(lease: Lease, isLast = false): CountReport | null {
  const { window, used } = lease;
  const freed = lease.freed + (isLast ? lease.left : 0);
  lease.used = 0;
  lease.freed = 0;
  if (isLast) lease.left = 0;
  return window === null || used + freed === 0 ? null : { window, used, freed };
}

/** Applies the database's answer to a query that was sent at `askedAtMs`. */
export function applyAnswer(lease: Lease, answer: CountAnswer, askedAtMs: number): void {
  const isSame = lease.window === answer.window;
  // In the same window, the database may lack requests whose report was lost.
  lease.seen = isSame ? Math.max(lease.seen, answer.used) : answer.used;
  lease.window = answer.window;
  lease.endsAtMs = askedAtMs + answer.leftMs;
  lease.left = answer.block;
}
