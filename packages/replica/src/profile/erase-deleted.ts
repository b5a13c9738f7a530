import type { DeviceDatabase } from "@tidemark/core";
import { eraseDueKey } from "@tidemark/core/commit";
import { inBackground } from "../platform/background.ts";

/** Erasing in place doesn't block writers: it waits for a short pause, at most a minute. */
const inPlace = { pauseMs: 3_000, longestWaitMs: 60_000 };
/**
 * Rewriting the database blocks writers: it waits for a longer pause, which grows with the duration of the
 * last run.
 */
const anew = { pauseMs: 30_000, longestWaitMs: 5 * 60_000 };
const pausePerDuration = 5;
/** Minimum interval between rewrites, which grows with their duration. */
const shortestIntervalMs = 60_000;
const intervalPerDuration = 50;
const retryMs = 5 * 60_000;

export interface EraseDeletedDeps {
  readonly database: DeviceDatabase;
  /** Removes the content of deleted files. */
  readonly eraseFiles: () => Promise<unknown>;
  /** Erases in place; may leave fragments, but doesn't block writers. */
  readonly eraseInPlace: () => Promise<void>;
  /** Rewrites the database; leaves nothing, but blocks writers. */
  readonly eraseDeletedText: () => Promise<void>;
  readonly nowMs: () => number;
  readonly log: (line: string) => void;
}

/** Erases the bytes of removed data from a profile's files while the app is idle. */
export interface EraseDeleted extends AsyncDisposable {
  /** Called when data may have been removed. */
  noticed(): void;
  /** Erases immediately. Returns false if it failed; it is retried later. */
  now(): Promise<boolean>;
}

/**
 * Starts erasing removed data. Transactions that remove data mark the database, so the work survives a crash.
 * Most bytes are erased in place soon after the start, and after each removal followed by a short pause. The
 * rest is erased after a longer pause.
 */
export function eraseDeleted(deps: EraseDeletedDeps): EraseDeleted {
  const timers = new Map<typeof inPlace, ReturnType<typeof setTimeout>>();
  const firstNoticedMs = new Map<typeof inPlace, number>();
  /** Mark for which erasing in place was last done. */
  let doneInPlace: number | null = null;
  let notBeforeMs = 0;
  let lastDurationMs = 0;
  let running: Promise<boolean> | null = null;
  let isDisposed = false;
  let hasFailed = false;

  const readDue = (): Promise<number | null> =>
    deps.database.read(({ meta }) => meta.get(eraseDueKey));

  async function erase(): Promise<boolean> {
    const { database, eraseFiles, eraseDeletedText, nowMs, log } = deps;
    const startMs = nowMs();
    try {
      const due = await readDue();
      if (due === null) return true;
      await eraseFiles();
      await eraseDeletedText();
      await database.write(async ({ meta }) => {
        // Data removed during the run isn't erased yet.
        if ((await meta.get(eraseDueKey)) === due) await meta.set(eraseDueKey, null);
      });
      lastDurationMs = nowMs() - startMs;
      notBeforeMs = nowMs() + Math.max(shortestIntervalMs, intervalPerDuration * lastDurationMs);
      if ((await readDue()) !== null) noticed();
      hasFailed = false;
      return true;
    } catch (error) {
      log(`erase: ${error instanceof Error ? error.message : String(error)}`);
      // Logs only the first of consecutive failures, to keep other entries in the log.
      if (!hasFailed) await noteFailure(deps).catch(() => undefined);
      hasFailed = true;
      notBeforeMs = nowMs() + retryMs;
      noticed();
      return false;
    }
  }

  async function eraseMost(): Promise<boolean> {
    try {
      const due = await readDue();
      if (due === null || due === doneInPlace) return true;
      await deps.eraseFiles();
      await deps.eraseInPlace();
      doneInPlace = due;
      return true;
    } catch (error) {
      // The rewrite follows in any case and logs the cause.
      deps.log(`erase in place: ${error instanceof Error ? error.message : String(error)}`);
      return false;
    }
  }

  /** Runs after the current run, which may have started before the last removal. */
  async function run(how: typeof inPlace): Promise<boolean> {
    while (running !== null) await running;
    if (isDisposed) return false;
    firstNoticedMs.delete(how);
    running = (how === anew ? erase() : eraseMost()).finally(() => {
      running = null;
    });
    return running;
  }

  function schedule(how: typeof inPlace, pauseMs: number, earliestMs: number): void {
    const nowMs = deps.nowMs();
    const firstMs = firstNoticedMs.get(how) ?? nowMs;
    firstNoticedMs.set(how, firstMs);
    const atMs = Math.max(Math.min(nowMs + pauseMs, firstMs + how.longestWaitMs), earliestMs);
    clearTimeout(timers.get(how));
    const timer = setTimeout(() => void run(how), Math.max(0, atMs - nowMs));
    timers.set(how, inBackground(timer));
  }

  function noticed(): void {
    if (isDisposed) return;
    schedule(inPlace, inPlace.pauseMs, 0);
    schedule(anew, Math.max(anew.pauseMs, pausePerDuration * lastDurationMs), notBeforeMs);
  }

  noticed();
  return {
    noticed,
    now: () => run(anew),
    async [Symbol.asyncDispose]() {
      isDisposed = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await running;
    },
  };
}

/** Adds an entry to the sync log: the removed texts are still in the files. */
function noteFailure({ database, nowMs }: EraseDeletedDeps): Promise<void> {
  const entry = { atMs: nowMs(), level: "error", code: "not-erased", params: {} } as const;
  return database.write(({ syncLog }) => syncLog.add(entry));
}
