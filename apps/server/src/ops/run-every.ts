import type { Ending } from "./ending.ts";

/** Schedule of a repeated job, in milliseconds. */
export interface Schedule {
  readonly firstAfterMs: number;
  readonly everyMs: number;
}

/**
 * Runs a job repeatedly until disposed. Disposing waits for a current run, unless the shutdown is late. The
 * next run starts `everyMs` after one has ended, so runs never overlap. The job can request an earlier one by
 * calling `again` with the delay in ms. The job must not reject; it logs its own failures.
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
