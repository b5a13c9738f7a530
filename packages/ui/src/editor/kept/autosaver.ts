import { SerialQueue } from "@tidemark/core/concurrency";
import { unsavedText } from "../../data/unsaved-text.ts";

/**
 * State of typed text: all saved (`kept`), not all saved yet (`waiting`), or failing to be saved (`stuck`).
 */
export type SavedState = "kept" | "waiting" | "stuck";

export interface Autosaver<Words> {
  /** `kept` only if the database has confirmed all of the text, never because it was sent. */
  readonly state: SavedState;
  /** Queues typed text. It is sent within `keepWithinMs`, even while typing continues. */
  typed(words: Words): void;
  /** Sends waiting text after the batch in flight. Resolves once that is answered, successfully or not. */
  flush(): Promise<void>;
  /** Sends waiting text, as the last call; a failure is still retried. */
  end(): Promise<void>;
}

export interface AutosaverOptions<Words> {
  /** Stores text in the database; rejects if it isn't stored. */
  readonly send: (words: Words) => Promise<void>;
  /** Joins two waiting updates into one, the earlier one first. */
  readonly join: (before: Words, after: Words) => Words;
  /** Returns true to retry; false drops the text. */
  readonly onFailed?: (error: unknown) => boolean;
  readonly onState?: (state: SavedState) => void;
}

/** Delay before typed text is sent: with the write to disk, well under the half second of W1. */
export const keepWithinMs = 250;
const retryMs = { first: 500, longest: 8000 };

/**
 * Saves typed text to the database, for drafts and for the live text of memos. It is a throttle: a debounce
 * would store nothing while the user types without a pause. Batches are sent one at a time and in order. A
 * failed batch is joined with the next one and retried with growing delays, and at once when the database can
 * be reached again.
 */
export function createAutosaver<Words>(options: AutosaverOptions<Words>): Autosaver<Words> {
  const { send, join, onFailed = () => true, onState = () => {} } = options;
  let waiting: { readonly words: Words; readonly sinceMs: number } | null = null;
  let underWay: { readonly words: Words } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const sends = new SerialQueue();
  let failures = 0;
  let isEnding = false;
  let state: SavedState = "kept";

  function settle(): void {
    const now =
      waiting === null && underWay === null ? "kept" : failures === 0 ? "waiting" : "stuck";
    if (now === state) return;
    state = now;
    onState(now);
    if (isEnding && now === "kept") stopListening();
  }

  function schedule(delayMs: number): void {
    timer ??= setTimeout(() => void flush(), delayMs);
  }

  /** Schedules waiting text after a batch is answered. */
  function scheduleNext(): void {
    if (waiting !== null) schedule(failures === 0 ? leftOf(waiting.sinceMs) : pauseAfter(failures));
  }

  /** Queues text that could not be sent, before newer text. */
  function takeBack(words: Words): void {
    const sinceMs = waiting?.sinceMs ?? performance.now();
    waiting = { words: waiting === null ? words : join(words, waiting.words), sinceMs };
  }

  async function sendWaiting(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const going = waiting;
    if (going === null) return;
    underWay = going;
    waiting = null;
    try {
      await send(going.words);
      underWay = null;
      failures = 0;
    } catch (error) {
      underWay = null;
      if (onFailed(error)) {
        takeBack(going.words);
        failures += 1;
      }
    }
    clearTimeout(timer);
    timer = undefined;
    scheduleNext();
    settle();
  }

  function flush(): Promise<void> {
    return sends.run(sendWaiting);
  }

  /** Sends all text when the page closes, including the batch in flight, whose answer the page won't see. */
  function sendOnClose(): void {
    if (waiting === null) return;
    const words = underWay === null ? waiting.words : join(underWay.words, waiting.words);
    // If the page stays open after all, sending continues as usual.
    send(words).catch(() => {});
  }

  const stopListening = unsavedText.register({ flush, sendOnClose });

  return {
    get state() {
      return state;
    },
    typed(words) {
      const sinceMs = waiting?.sinceMs ?? performance.now();
      waiting = { words: waiting === null ? words : join(waiting.words, words), sinceMs };
      if (failures === 0) schedule(keepWithinMs);
      settle();
    },
    flush,
    async end() {
      isEnding = true;
      if (state === "kept") stopListening();
      await flush();
    },
  };
}

/** Returns the rest of the delay; the answer to a batch doesn't restart it. */
function leftOf(sinceMs: number): number {
  return Math.max(0, keepWithinMs - (performance.now() - sinceMs));
}

function pauseAfter(failures: number): number {
  return Math.min(retryMs.longest, retryMs.first * 2 ** (failures - 1));
}
