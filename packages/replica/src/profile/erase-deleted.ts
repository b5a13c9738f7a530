import type { DeviceDatabase } from "@tidemark/core";
import { eraseDueKey } from "@tidemark/core/commit";
import { inBackground } from "../platform/background.ts";

/** What holds up nobody waits for a pause in what happens, but not for ever. */
const inPlace = { pauseMs: 3_000, longestWaitMs: 60_000 };
/**
 * Writing the database anew holds up writes: it waits until the user seems to be elsewhere, for longer
 * where it took long.
 */
const anew = { pauseMs: 30_000, longestWaitMs: 5 * 60_000 };
const pausePerDuration = 5;
/** It is done seldom, and the more seldom the longer it takes. */
const shortestIntervalMs = 60_000;
const intervalPerDuration = 50;
const retryMs = 5 * 60_000;

export interface EraseDeletedDeps {
  readonly database: DeviceDatabase;
  /** Removes the content of files that went with what was removed. */
  readonly eraseFiles: () => Promise<unknown>;
  /** Leaves a word here and there, and holds up nobody. */
  readonly eraseInPlace: () => Promise<void>;
  /** Leaves nothing, and holds up writes meanwhile. */
  readonly eraseDeletedText: () => Promise<void>;
  readonly nowMs: () => number;
  readonly log: (line: string) => void;
}

/** Makes the bytes of what was removed from a profile go from its files, when the app is idle. */
export interface EraseDeleted extends AsyncDisposable {
  /** To be called when something may have been removed. */
  noticed(): void;
  /** Erases at once what is due. False when it could not be done: it is tried again later. */
  now(): Promise<boolean>;
}

/**
 * What is due stands in the database since the transaction that removed it, so it survives a crash:
 * nearly all of it is erased a little after the start, and after each removal once things have become
 * quiet for a moment; the rest once they have been for longer.
 */
export function eraseDeleted(deps: EraseDeletedDeps): EraseDeleted {
  const timers = new Map<typeof inPlace, ReturnType<typeof setTimeout>>();
  const firstNoticedMs = new Map<typeof inPlace, number>();
  /** What was due when it was last erased in place. */
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

  async function eraseMost(): Promise<boolean> {
    try {
      const due = await readDue();
      if (due === null || due === doneInPlace) return true;
      await deps.eraseFiles();
      await deps.eraseInPlace();
      doneInPlace = due;
      return true;
    } catch (error) {
      // Writing anew comes later in any case, and says what is in the way.
      deps.log(`erase in place: ${error instanceof Error ? error.message : String(error)}`);
      return false;
    }
  }

  /** After what runs already, which may have begun before the last removal. */
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

/** For the sync log: until then the words are still in the files. */
function noteFailure({ database, nowMs }: EraseDeletedDeps): Promise<void> {
  const entry = { atMs: nowMs(), level: "error", code: "not-erased", params: {} } as const;
  return database.write(({ syncLog }) => syncLog.add(entry));
}
