let done = 0;
let stopAt = Number.POSITIVE_INFINITY;

class TooLong extends Error {}

/** Returns the units of work that all merges have taken so far; only differences of it mean anything. */
export function mergeWork(): number {
  return done;
}

/** Counts steps of a merge, and those that were taken in another thread. */
export function addMergeWork(steps: number): void {
  done += steps;
  if (done > stopAt) throw new TooLong("this work takes too long here");
}

/** Does work that counts its steps, or stops it and returns null once it took more than `maxSteps`. */
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
