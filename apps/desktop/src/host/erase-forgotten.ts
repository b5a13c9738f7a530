import type { Database } from "@tidemark/core";
import { eraseDueKey } from "@tidemark/core/sync";

/** Waits for a pause in what happens, but not for ever. */
const pauseMs = 3_000;
const longestWaitMs = 60_000;
/** It writes the database anew: that is done seldom, and the more seldom the longer it takes. */
const shortestIntervalMs = 60_000;
const intervalPerDuration = 50;
const retryMs = 5 * 60_000;

export interface EraseForgottenDeps {
  readonly database: Database;
  readonly eraseDeletedText: () => Promise<void>;
  readonly nowMs: () => number;
  readonly log: (line: string) => void;
}

/** Makes the bytes of what was removed from a profile go from its files, when the app is idle. */
export interface EraseForgotten extends AsyncDisposable {
  /** To be called when something may have been removed. */
  noticed(): void;
  /** Erases at once what is due. False when it could not be done: it is tried again later. */
  now(): Promise<boolean>;
}

/**
 * What is due stands in the database since the transaction that removed it, so it survives a crash:
 * it is erased a little after the start, and after each removal once things have become quiet.
 */
export function eraseForgotten(deps: EraseForgottenDeps): EraseForgotten {
  let timer: NodeJS.Timeout | undefined;
  let firstNoticedMs: number | null = null;
  let notBeforeMs = 0;
  let running: Promise<boolean> | null = null;
  let isDisposed = false;

  async function erase(): Promise<boolean> {
    const { database, eraseDeletedText, nowMs, log } = deps;
    const readDue = (): Promise<string | null> =>
      database.read(({ meta }) => meta.get(eraseDueKey));
    const startMs = nowMs();
    try {
      const due = await readDue();
      if (due === null) return true;
      await eraseDeletedText();
      await database.write(async ({ meta }) => {
        // What was removed in the meantime is still there.
        if ((await meta.get(eraseDueKey)) === due) await meta.set(eraseDueKey, null);
      });
      const endMs = nowMs();
      notBeforeMs = endMs + Math.max(shortestIntervalMs, intervalPerDuration * (endMs - startMs));
      if ((await readDue()) !== null) noticed();
      return true;
    } catch (error) {
      log(`erase: ${error instanceof Error ? error.message : String(error)}`);
      notBeforeMs = nowMs() + retryMs;
      noticed();
      return false;
    }
  }

  function run(): Promise<boolean> {
    firstNoticedMs = null;
    running ??= erase().finally(() => {
      running = null;
    });
    return running;
  }

  function noticed(): void {
    if (isDisposed) return;
    const nowMs = deps.nowMs();
    firstNoticedMs ??= nowMs;
    const quietMs = Math.min(nowMs + pauseMs, firstNoticedMs + longestWaitMs);
    clearTimeout(timer);
    timer = setTimeout(() => void run(), Math.max(0, Math.max(quietMs, notBeforeMs) - nowMs));
    timer.unref();
  }

  noticed();
  return {
    noticed,
    async now() {
      // What runs already may have begun before the last removal.
      await running;
      return run();
    },
    async [Symbol.asyncDispose]() {
      isDisposed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
