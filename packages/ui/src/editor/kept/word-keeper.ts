import { SerialQueue } from "@tidemark/core/concurrency";
import { lastWords } from "../../data/last-words.ts";

/** How much of what was typed here is in the database: all, not yet all, or not, since it failed. */
export type SavedState = "kept" | "waiting" | "stuck";

export interface WordKeeper<Words> {
  /** `kept` says of all of it that it is in the database; never of anything that only was sent. */
  readonly state: SavedState;
  /** Takes what was typed: it is sent within `keepWithinMs`, also while the typing goes on. */
  typed(words: Words): void;
  /** Sends what waits behind what is under way. Resolves when that was answered, well or not. */
  flush(): Promise<void>;
  /** Sends what waits, for the last time that is asked for; what cannot be sent is tried on. */
  end(): Promise<void>;
}

export interface WordKeeperOptions<Words> {
  /** Puts words into the database; rejects when they are not there. */
  readonly send: (words: Words) => Promise<void>;
  /** Joins two waiting updates, the earlier one first, into one. */
  readonly join: (before: Words, after: Words) => Words;
  /** Whether to try again; false gives the words up. */
  readonly onFailed?: (error: unknown) => boolean;
  readonly onState?: (state: SavedState) => void;
}

/** How long a key waits before it is sent: with the write to disk well under the half second of W1. */
export const keepWithinMs = 250;
const retryMs = { first: 500, longest: 8000 };

/**
 * The one place that brings typed words into the database, for drafts and for the live text of memos:
 * a throttle and no debounce, which would store nothing while somebody types without a pause. Words
 * go one batch at a time and in order; what could not be sent is joined with what comes next, tried
 * again with growing pauses, and at once when the database can be reached again.
 */
export function createWordKeeper<Words>(options: WordKeeperOptions<Words>): WordKeeper<Words> {
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

  /** For what waits when what was under way is answered. */
  function scheduleNext(): void {
    if (waiting !== null) schedule(failures === 0 ? leftOf(waiting.sinceMs) : pauseAfter(failures));
  }

  /** Takes words that could not be sent back, before what was typed since. */
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

  /** For a page that is being closed: it will not see the answer to what it has sent. */
  function sayLast(): void {
    if (waiting === null) return;
    const words = underWay === null ? waiting.words : join(underWay.words, waiting.words);
    // If the page stays after all, sending goes on as usual.
    send(words).catch(() => {});
  }

  const stopListening = lastWords.register({ flush, sayLast });

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

/** What is left of a key's time: it does not begin anew when what was under way is answered. */
function leftOf(sinceMs: number): number {
  return Math.max(0, keepWithinMs - (performance.now() - sinceMs));
}

function pauseAfter(failures: number): number {
  return Math.min(retryMs.longest, retryMs.first * 2 ** (failures - 1));
}
