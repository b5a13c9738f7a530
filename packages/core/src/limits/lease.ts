import type { CountAnswer, CountReport } from "../stores/processes/shared-limits.ts";

/** What a process knows of one key, and may let in without asking. */
export interface Lease {
  /** The database's name of the window; null while it has not answered. */
  window: number | null;
  /** When the window is over by this process's own clock, which only runs forward. */
  endsAtMs: number;
  /** Requests of the window that are known of, this process's own among them. */
  seen: number;
  /** Places left of the block. */
  left: number;
  /** Let in, and not told of. */
  used: number;
  /** Of those, how many had a place of the block. */
  freed: number;
}

export function newLease(endsAtMs: number): Lease {
  return { window: null, endsAtMs, seen: 0, left: 0, used: 0, freed: 0 };
}

/** Lets one in on a place of the block. */
export function admitOfBlock(lease: Lease): void {
  lease.left -= 1;
  lease.freed += 1;
  admitAlone(lease);
}

/** Lets one in that the database was not asked for. */
export function admitAlone(lease: Lease): void {
  lease.used += 1;
  lease.seen += 1;
}

/**
 * What there is to tell; it is forgotten here, since what may have been heard must not be told again.
 * `isLast`: the places that are left are given back too.
 */
export function takeReport(lease: Lease, isLast = false): CountReport | null {
  const { window, used } = lease;
  const freed = lease.freed + (isLast ? lease.left : 0);
  lease.used = 0;
  lease.freed = 0;
  if (isLast) lease.left = 0;
  return window === null || used + freed === 0 ? null : { window, used, freed };
}

/** Takes over what the database said to a question that was asked at `askedAtMs`. */
export function takeAnswer(lease: Lease, answer: CountAnswer, askedAtMs: number): void {
  const isSame = lease.window === answer.window;
  // Of the same window it may lack some that it was told of and never heard.
  lease.seen = isSame ? Math.max(lease.seen, answer.used) : answer.used;
  lease.window = answer.window;
  lease.endsAtMs = askedAtMs + answer.leftMs;
  lease.left = answer.block;
}
