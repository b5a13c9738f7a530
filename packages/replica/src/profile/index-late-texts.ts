import type { DeviceDatabase } from "@tidemark/core";
import type { SyncStatus } from "@tidemark/core/router";

/** Characters that are indexed in one transaction: everything else that writes waits that long. */
const charactersAtOnce = 200_000;

export interface LateTextsDeps {
  readonly database: DeviceDatabase;
  /** Memos that are being taken from the server come sooner when nothing else is done. */
  readonly status: () => Pick<SyncStatus, "state" | "lastSyncedMs">;
  /** Lets everything else that waits for this thread have its turn. */
  readonly pause: () => Promise<void>;
  readonly log: (line: string) => void;
}

export interface LateTexts extends AsyncDisposable {
  /** Indexes what waits, if there is any. */
  index(): void;
  /** To be called when the status may have changed: what a round took is indexed once that is over. */
  noticed(): void;
}

/**
 * Indexes the texts that a first sync left for later, once it is done or has been broken off, here and
 * there a few. Searches find them all the same (ADR 0088).
 */
export function indexLateTexts({ database, status, pause, log }: LateTextsDeps): LateTexts {
  let isWanted = false;
  let isEnded = false;
  let running: Promise<void> | null = null;
  /** Which round was the last to end. One of a device that is synced begins without a word: it says when it ended. */
  let ended: number | "taking" | null = null;

  const isTaking = (): boolean => status().state === "syncing";

  async function indexAll(): Promise<void> {
    if (!(await database.read(({ lateTexts }) => lateTexts.isAny()))) return;
    while (!isEnded && !isTaking()) {
      if (!(await database.write(({ lateTexts }) => lateTexts.index(charactersAtOnce)))) return;
      await pause();
    }
  }

  async function run(): Promise<void> {
    while (isWanted && !isEnded) {
      isWanted = false;
      try {
        await indexAll();
      } catch (error) {
        log(`texts: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    running = null;
  }

  function index(): void {
    isWanted = true;
    running ??= run();
  }

  return {
    index,
    noticed() {
      const now = isTaking() ? "taking" : status().lastSyncedMs;
      if (now === ended) return;
      ended = now;
      if (now !== "taking") index();
    },
    async [Symbol.asyncDispose]() {
      isEnded = true;
      await running;
    },
  };
}
