import { appError, AppFailure } from "@tidemark/core";

/** Limits how much work runs at the same time. */
export interface HashQueue {
  /** Waits for its turn, then runs `work`. Throws RESOURCE_EXHAUSTED immediately if too many wait. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

export interface HashQueueLimits {
  readonly atOnce: number;
  readonly maxWaiting: number;
}

/**
 * Creates a queue for hashing. Each hash occupies one of the four threads in libuv's pool: files, name
 * lookups and S3 need the others. The queue is short, so password guessing can't delay other users for long.
 */
export function createHashQueue({ atOnce, maxWaiting }: HashQueueLimits): HashQueue {
  const waiting: (() => void)[] = [];
  let running = 0;

  /** Resolves when it is the caller's turn. */
  async function acquireTurn(): Promise<void> {
    if (running < atOnce) {
      running += 1;
      return;
    }
    if (waiting.length >= maxWaiting) throw busy();
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  return {
    async run(work) {
      await acquireTurn();
      try {
        return await work();
      } finally {
        // Hands over the slot directly, so a new caller can't overtake waiting ones.
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
