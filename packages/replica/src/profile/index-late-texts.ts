import type { DeviceDatabase } from "@tidemark/core";
import type { SyncStatus } from "@tidemark/core/router";

/** Number of characters to index per transaction; other writes wait for it. */
const charactersAtOnce = 200_000;

export interface LateTextsDeps {
  readonly database: DeviceDatabase;
  /** Returns the sync status: indexing waits while memos are being received. */
  readonly status: () => Pick<SyncStatus, "state" | "lastSyncedMs">;
  /** Yields to other tasks that wait for this thread. */
  readonly pause: () => Promise<void>;
  readonly log: (line: string) => void;
}

export interface LateTexts extends AsyncDisposable {
  /** Indexes unindexed texts, if there are any. */
  index(): void;
  /** Called when the status may have changed: texts of a sync round are indexed after it. */
  noticed(): void;
}

/**
 * Indexes texts that a first sync left unindexed, once it has finished or stopped, a few at a time. Searches
 * find them in any case (ADR 0088).
 */
export function indexLateTexts({ database, status, pause, log }: LateTextsDeps): LateTexts {
  let isWanted = false;
  let isEnded = false;
  let running: Promise<void> | null = null;
  /**
   * The last sync round to end. A round of a synced device doesn't change the state; only `lastSyncedMs`
   * shows its end.
   */
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
