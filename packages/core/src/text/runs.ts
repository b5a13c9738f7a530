/** Consecutive ids of one client of a document. */
export interface Run {
  readonly clock: number;
  readonly length: number;
}

/** Returns the index of the first run that ends after a clock. The runs are in order of clock. */
export function firstEndingAfter(runs: readonly Run[], clock: number): number {
  let low = 0;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const run = runs[middle];
    if (run !== undefined && run.clock + run.length <= clock) low = middle + 1;
    else high = middle;
  }
  return low;
}
