import type { DeviceDatabase } from "@tidemark/core";

/** Characters that are indexed in one transaction: everything else that writes waits that long. */
const charactersAtOnce = 200_000;

export interface LateTextsDeps {
  readonly database: DeviceDatabase;
  /** Whether memos are being taken from the server, which come sooner when nothing else is done. */
  readonly isTaking: () => boolean;
  /** Lets everything else that waits for this thread have its turn. */
  readonly pause: () => Promise<void>;
  readonly log: (line: string) => void;
}

export interface LateTexts extends AsyncDisposable {
  /** To be called when memos may have been taken. */
  index(): void;
}

/**
 * Indexes the texts that a first sync left for later, once it is done or has been broken off, here and
 * there a few. Searches find them all the same (ADR 0088).
 */
export function indexLateTexts({ database, isTaking, pause, log }: LateTextsDeps): LateTexts {
  let isWanted = false;
  let isEnded = false;
  let running: Promise<void> | null = null;

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

  return {
    index() {
      isWanted = true;
      running ??= run();
    },
    async [Symbol.asyncDispose]() {
      isEnded = true;
      await running;
    },
  };
}
