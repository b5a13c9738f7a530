/** How long something took, over all times that it happened. */
export interface Times {
  readonly count: number;
  /** Milliseconds that half of them, and 95 % of them, took at most; null: too short to be measured. */
  readonly p50: number | null;
  readonly p95: number | null;
}

/**
 * Sums up events of which the browser gives the times of the longer ones alone. `count` is of all;
 * null: there was none.
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

/** The share of frames that took half as long again as the usual one, or longer; null: there were none. */
export function lateShare(frames: readonly number[]): number | null {
  const usual = frames.toSorted((a, b) => a - b)[Math.floor(frames.length / 2)];
  if (usual === undefined) return null;
  return frames.filter((ms) => ms > usual * 1.5).length / frames.length;
}
