/** When a job that repeats runs, in milliseconds. */
export interface Schedule {
  readonly firstAfterMs: number;
  readonly everyMs: number;
}

/**
 * Runs a job again and again until it is disposed, which waits for a run that has begun. The next
 * run is due `everyMs` after one has ended, so that two never meet, or earlier where the job asks for it:
 * `again` with how long after its end. The job must not reject: it says itself what failed.
 */
export function runEvery(
  { firstAfterMs, everyMs }: Schedule,
  job: (again: (afterMs: number) => void) => Promise<void>,
): AsyncDisposable {
  let isDisposed = false;
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const schedule = (afterMs: number): void => {
    if (isDisposed) return;
    timer = setTimeout(() => {
      let nextAfterMs = everyMs;
      const again = (afterMs: number): void => {
        nextAfterMs = Math.min(everyMs, afterMs);
      };
      running = job(again).finally(() => schedule(nextAfterMs));
    }, afterMs);
    timer.unref();
  };
  schedule(firstAfterMs);
  return {
    async [Symbol.asyncDispose]() {
      isDisposed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
