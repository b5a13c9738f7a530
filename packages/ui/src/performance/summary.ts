/** Summary of durations. */
export interface Times {
  readonly count: number;
  /** Median and 95th percentile in milliseconds; null if too short to be measured. */
  readonly p50: number | null;
  readonly p95: number | null;
}

/**
 * Summarises events of which the browser reports only the longer durations. `count` includes the others.
 * Returns null if there were none.
 */
export function timesOf(measured: readonly number[], count: number): Times | null {
  const total = Math.max(count, measured.length);
  if (total === 0) return null;
  const sorted = measured.toSorted((a, b) => a - b);
  const at = (share: number): number | null => {
    const place = Math.ceil(total * share) - 1 - (total - sorted.length);
    return place < 0 ? null : (sorted[place] ?? null);
  };
  return { count: total, p50: at(0.5), p95: at(0.95) };
}

/** Returns the share of frames that took more than 1.5 times the median; null if there were none. */
export function lateShare(frames: readonly number[]): number | null {
  const usual = frames.toSorted((a, b) => a - b)[Math.floor(frames.length / 2)];
  if (usual === undefined) return null;
  return frames.filter((ms) => ms > usual * 1.5).length / frames.length;
}
