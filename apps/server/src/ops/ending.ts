/** Shutdown of a process, as seen by its jobs. */
export interface Ending {
  /** Aborts when the shutdown begins: long work is left for the next start. */
  readonly begun: AbortSignal;
  /** Aborts when the shutdown is late: nothing is awaited after it. */
  readonly late: AbortSignal;
}

/** Time for running work, including requests, to finish before the shutdown is late. */
const lateMs = 2200;

export interface StartedEnding extends Ending {
  /** Runs the shutdown, and calls `giveUp` if it doesn't finish in time. */
  run(end: () => PromiseLike<void>): Promise<void>;
}

/** Creates a shutdown that calls `giveUp` when it is late. */
export function createEnding(giveUp: () => void): StartedEnding {
  const begun = new AbortController();
  const late = new AbortController();
  return {
    begun: begun.signal,
    late: late.signal,
    async run(end) {
      begun.abort();
      const timer = setTimeout(() => {
        late.abort();
        giveUp();
      }, lateMs);
      try {
        await end();
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
