let done = 0;
let stopAt = Number.POSITIVE_INFINITY;

class TooLong extends Error {}

/** Returns the units of work that all merges have taken so far. Only differences are meaningful. */
export function mergeWork(): number {
  return done;
}

/** Adds steps of a merge, including those taken on another thread. Throws above the limit of `workWithin`. */
export function addMergeWork(steps: number): void {
  done += steps;
  if (done > stopAt) throw new TooLong("this work takes too long here");
}

/** Runs work that counts its steps. Returns null if it takes more than `maxSteps`. */
export function workWithin<T>(maxSteps: number, work: () => T): { readonly value: T } | null {
  stopAt = done + maxSteps;
  try {
    return { value: work() };
  } catch (error) {
    if (error instanceof TooLong) return null;
    throw error;
  } finally {
    stopAt = Number.POSITIVE_INFINITY;
  }
}
