import type { Database } from "@tidemark/core";
import { eraseDueKey } from "@tidemark/core/sync";

/** Waits for a pause in what happens, a longer one where writes had to wait long, but not for ever. */
const shortestPauseMs = 3_000;
const pausePerDuration = 5;
const longestWaitMs = 60_000;
/** It writes the database anew: that is done seldom, and the more seldom the longer it takes. */
const shortestIntervalMs = 60_000;
const intervalPerDuration = 50;
const retryMs = 5 * 60_000;

export interface EraseForgottenDeps {
  readonly database: Database;
  /** Removes the content of files that went with what was removed. */
  readonly eraseFiles: () => Promise<unknown>;
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
  let lastDurationMs = 0;
  let running: Promise<boolean> | null = null;
  let isDisposed = false;
  let hasFailed = false;

  async function erase(): Promise<boolean> {
    const { database, eraseFiles, eraseDeletedText, nowMs, log } = deps;
    const readDue = (): Promise<string | null> =>
      database.read(({ meta }) => meta.get(eraseDueKey));
    const startMs = nowMs();
    try {
      const due = await readDue();
      if (due === null) return true;
      await eraseFiles();
      await eraseDeletedText();
      await database.write(async ({ meta }) => {
        // What was removed in the meantime is still there.
        if ((await meta.get(eraseDueKey)) === due) await meta.set(eraseDueKey, null);
      });
      lastDurationMs = nowMs() - startMs;
      notBeforeMs = nowMs() + Math.max(shortestIntervalMs, intervalPerDuration * lastDurationMs);
      if ((await readDue()) !== null) noticed();
      hasFailed = false;
      return true;
    } catch (error) {
      log(`erase: ${error instanceof Error ? error.message : String(error)}`);
      // The first of a row says it; the others would push everything else out of the log.
      if (!hasFailed) await noteFailure(deps).catch(() => undefined);
      hasFailed = true;
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
    const pauseMs = Math.max(shortestPauseMs, pausePerDuration * lastDurationMs);
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

/** For the sync log: until then the words are still in the files. */
function noteFailure({ database, nowMs }: EraseForgottenDeps): Promise<void> {
  const text =
    "What was removed could not be erased from the disk yet, for want of space or because something else reads it. It is tried again.";
  return database.write(({ syncLog }) => syncLog.add({ atMs: nowMs(), level: "error", text }));
}
