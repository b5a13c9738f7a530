import type { Ending } from "./ending.ts";

/** When a job that repeats runs, in milliseconds. */
export interface Schedule {
  readonly firstAfterMs: number;
  readonly everyMs: number;
}

/**
 * Runs a job again and again until it is disposed, which waits for a run that has begun, though not past
 * a late end. The next run is due `everyMs` after one has ended, so that two never meet, or earlier where the
 * job asks for it: `again` with how long after its end. The job must not reject: it says itself what failed.
 */
export function runEvery(
  { firstAfterMs, everyMs }: Schedule,
  job: (again: (afterMs: number) => void) => Promise<void>,
  ending?: Ending,
): AsyncDisposable {
  let isDisposed = false;
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const schedule = (afterMs: number): void => {
    if (isDisposed || ending?.begun.aborted === true) return;
    timer = setTimeout(() => {
      if (ending?.begun.aborted === true) return;
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
      await Promise.race([running, aborted(ending?.late)]);
    },
  };
}

/** Resolves when a signal aborts. */
async function aborted(signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted === true) return;
  await new Promise<void>((resolve) => {
    signal?.addEventListener("abort", () => resolve(), { once: true });
  });
}
