import type { Ending } from "../ops/run-every.ts";

/** How long what has begun may take to end, the requests included, before nothing is waited for. */
const lateMs = 2200;

export interface StartedEnding extends Ending {
  /** Ends what is waited for, and gives up what does not end in time. */
  run(end: () => PromiseLike<void>): Promise<void>;
}

/** `giveUp` is called when the end is late. */
export function createEnding(giveUp: () => void): StartedEnding {
  const begun = new AbortController();
  const late = new AbortController();
  return {
    begun: begun.signal,
    late: late.signal,
    async run(end) {
      begun.abort();
      const timer = setTimeout(() => {
        late.abort();
        giveUp();
      }, lateMs);
      try {
        await end();
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
