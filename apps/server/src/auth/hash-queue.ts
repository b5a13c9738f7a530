import { appError, AppFailure } from "@tidemark/core";

/** Runs work of which only a few pieces may run at once. */
export interface HashQueue {
  /** Waits for its turn, then runs `work`. Throws RESOURCE_EXHAUSTED at once when too many wait. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

export interface HashQueueLimits {
  readonly atOnce: number;
  readonly maxWaiting: number;
}

/**
 * A queue for hashing. Each hash holds a thread of libuv's pool, which has four: files, name lookups and
 * S3 need the others. The queue is short, so that guessers cannot make everybody else wait for long.
 */
export function createHashQueue({ atOnce, maxWaiting }: HashQueueLimits): HashQueue {
  const waiting: (() => void)[] = [];
  let running = 0;

  /** Resolves when it is this caller's turn. */
  async function takeTurn(): Promise<void> {
    if (running < atOnce) {
      running += 1;
      return;
    }
    if (waiting.length >= maxWaiting) throw busy();
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  return {
    async run(work) {
      await takeTurn();
      try {
        return await work();
      } finally {
        // Passed on directly, so that a newcomer cannot overtake those who wait.
        const next = waiting.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
  };
}

function busy(): AppFailure {
  const error = appError("RESOURCE_EXHAUSTED", "too many sign-ins at once; try again in a moment");
  return new AppFailure({ ...error, retryAfterMs: 2000 });
}
